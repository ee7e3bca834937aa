import { MAX_LEAVING_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import type { Subscription } from '@manabiba/shared/contract/plans';
import { deleteSubscription } from '@manabiba/shared/data/endpoints';
import { formatMonthDay, formatShortDate } from '@manabiba/shared/format/date-time';
import { isApiError, toast, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { millisecondsInDay } from 'date-fns/constants';
import { Sparkles, Ticket, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import styles from './plan-settings.module.css';

/** Explains the effects of cancelling a plan and asks for confirmation, without retention tricks. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { run, isRunning, error } = useEndpointMutation(deleteSubscription);
  const [reason, setReason] = useState('');
  const { currentPeriodEnd, state, trialEndsAt } = subscription;
  const end = state === 'trialing' && trialEndsAt ? trialEndsAt : currentPeriodEnd;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    try {
      await run({ body: reason.trim() === '' ? {} : { reason } });
      toast.success('解約を受け付けました。');
      onClose();
    } catch (refused) {
      if (!isApiError(refused)) throw refused;
    }
  }

  const footer = (
    <>
      <Button data-autofocus disabled={isRunning} onClick={onClose}>
        やめる
      </Button>
      <Button type="submit" variant="danger" isLoading={isRunning}>
        解約する
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      size="small"
      title="プランを解約する"
      isBusy={isRunning}
      footer={footer}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <div className={styles.stack}>
        <Changes end={end} />
        <div className={styles.wide}>
          <TextArea
            label="解約の理由(任意)"
            rows={2}
            maxCharacters={MAX_LEAVING_REASON_LENGTH}
            value={reason}
            error={error?.fields['reason']}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        {error && !error.fields['reason'] && (
          <div className={styles.wide}>
            <Notice tone="error" role="alert">
              {error.message}
            </Notice>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Changes({ end }: { end: string }) {
  const now = useNow(millisecondsInDay);
  return (
    <>
      <p className={styles.small}>
        <strong>{formatMonthDay(end)}まで利用できます。</strong>以後の料金はかかりません。
      </p>
      <ul className={styles.changes}>
        <li>
          <Icon icon={Sparkles} />
          プラン会員向けの特典が使えなくなります
        </li>
        <li>
          <Icon icon={Ticket} />
          会員として申し込んだイベントには、そのまま参加できます
        </li>
        <li>
          <Icon icon={Undo2} />
          {formatShortDate(end, now)}までは、いつでも元に戻せます
        </li>
      </ul>
    </>
  );
}
