import type { Subscription } from '@manabiba/shared/contract/plans';
import { updateSubscription } from '@manabiba/shared/data/endpoints';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { isApiError, toast, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { StepTrack } from '@manabiba/shared/ui/step-track';
import { millisecondsInDay } from 'date-fns/constants';
import { Lock } from 'lucide-react';
import { useState } from 'react';

import { CancelButton } from './cancel-button';
import { PlanHead } from './plan-head';

import styles from './plan-settings.module.css';

const FAILED = 'カードでのお支払いを確認できませんでした。カード情報をご確認ください。';
const ASK = 'カード会社の確認が必要です。「カードを変更する」から、カードを入力し直してください。';

/** A plan whose payment failed: how long it remains usable, the next retry, and paying immediately. */
export function UnpaidPlan({ subscription }: { subscription: Subscription }) {
  const { run, isRunning } = useEndpointMutation(updateSubscription);
  const [message, setMessage] = useState(FAILED);
  const { openInvoice } = subscription;

  async function pay() {
    try {
      const { clientSecret } = await run({ body: { pay: true } });
      if (clientSecret !== undefined) setMessage(ASK);
      else toast.success('お支払いを確認しました。');
    } catch (error) {
      if (!isApiError(error)) throw error;
      setMessage(error.message);
    }
  }

  return (
    <div className={styles.stack}>
      <PlanHead subscription={subscription} tone="warn">
        お支払い確認中
      </PlanHead>
      <div className={styles.wide}>
        <Notice tone="warn" role="alert">
          {message}
        </Notice>
      </div>
      {openInvoice && (
        <>
          <Attempts invoice={openInvoice} />
          <p className={styles.small}>停止の日までは、これまでどおりご利用いただけます。</p>
        </>
      )}
      <div className={styles.buttons}>
        {openInvoice && (
          <Button variant="primary" icon={<Icon icon={Lock} />} isLoading={isRunning} onClick={() => void pay()}>
            {formatYen(openInvoice.amount)}を支払う
          </Button>
        )}
        <a className={buttonClass()} href="#card">
          カードを変更する
        </a>
        <CancelButton subscription={subscription} variant="ghost" />
      </div>
    </div>
  );
}

/** The number of attempts shown, newest ones. */
const SHOWN = 2;

function Attempts({ invoice }: { invoice: NonNullable<Subscription['openInvoice']> }) {
  const now = useNow(millisecondsInDay);
  const { attempts, nextRetryAt, graceEndsAt } = invoice;
  const made = attempts
    .map((at, index) => ({ name: `${index + 1}回目`, detail: formatShortDate(at, now), state: 'done' as const }))
    .slice(-SHOWN);
  const next = nextRetryAt && {
    name: '次の請求',
    detail: formatShortDate(nextRetryAt, now),
    state: 'current' as const,
  };
  const end = { name: '停止', detail: formatShortDate(graceEndsAt, now), state: 'ahead' as const };
  return <StepTrack label="お支払いの経過" steps={next ? [...made, next, end] : [...made, end]} />;
}
