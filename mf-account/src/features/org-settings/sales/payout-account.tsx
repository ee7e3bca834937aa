import type { ConnectAccount } from '@manabiba/shared/contract/payouts';
import { createStripeConnect } from '@manabiba/shared/data/endpoints';
import { paths, showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ExternalLink, Landmark } from 'lucide-react';
import { useState } from 'react';

import styles from './sales.module.css';

const standing = ({ id, payoutsEnabled, bank }: ConnectAccount) => {
  if (payoutsEnabled)
    return {
      title: bank ? `${bank.name} 末尾${bank.last4}`.trim() : '振込先は登録済みです',
      text: '口座の変更は、決済サービスStripeのページで行います。',
      button: '変更する',
    };
  if (id !== null)
    return {
      title: '振込先の登録が完了していません',
      text: '決済サービスStripeのページで、続きを入力してください。審査中のときは、完了までお待ちください。',
      button: '登録を続ける',
    };
  return {
    title: '振込先を登録してください',
    text: '有料のチケットを販売するには、振込先の登録が必要です。決済サービスStripeのページで、本人確認と口座の登録を行います。',
    button: '振込先を登録する',
  };
};

/** The payout destination: links to the provider's onboarding, which requests identity and bank account. */
export function PayoutAccount({ account }: { account: ConnectAccount }) {
  const { run, isRunning } = useEndpointMutation(createStripeConnect, { onError: showMessageFor });
  const [isLeaving, setIsLeaving] = useState(false);
  const { title, text, button } = standing(account);

  function handleClick() {
    const page = `${window.location.origin}${paths.orgSettings.href()}#sales`;
    run({ body: { returnUrl: page, refreshUrl: page } }).then(
      ({ url }) => {
        setIsLeaving(true);
        window.location.assign(url);
      },
      () => undefined,
    );
  }

  return (
    <div className={styles.account}>
      <Icon icon={Landmark} size={24} />
      <div className={styles.grow}>
        <h3>{title}</h3>
        <p className={styles.note}>{text}</p>
      </div>
      <Button
        variant={account.payoutsEnabled ? 'ghost' : 'primary'}
        icon={<Icon icon={ExternalLink} />}
        isLoading={isRunning || isLeaving}
        onClick={handleClick}
      >
        {button}
      </Button>
    </div>
  );
}
