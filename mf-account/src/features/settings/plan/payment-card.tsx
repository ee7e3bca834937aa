import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Slot } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { SettingCard } from '@manabiba/shared/ui/setting-card';

import { paymentStatus } from './payment';

import styles from '../settings.module.css';

/** The payment status of the user. */
export function PaymentCard({ id, me }: { id: string; me: SignedInMe }) {
  const { isWarning, sentence } = paymentStatus(me);
  return (
    <SettingCard id={id} title="お支払い方法">
      <div className={styles.stack}>
        {isWarning ? (
          <div className={styles.wide}>
            <Notice tone="warn">{sentence}</Notice>
          </div>
        ) : (
          <p className={styles.small}>{sentence}</p>
        )}
      </div>
      <div className={styles.late}>
        <Slot name="settings-card" />
      </div>
    </SettingCard>
  );
}
