import type { PaidTicket } from '@manabiba/shared/contract/staff-money';
import { refundPayment } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointMutation } from '@manabiba/shared/platform';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';

/** Refunds what is left of a payment, with a reason. Keeps the typed text when the call fails. */
export function RefundDialog({ payment, onClose }: { payment: PaidTicket; onClose: () => void }) {
  const { id, title, buyer, amount, refunded } = payment;
  const { run, isRunning } = useEndpointMutation(refundPayment);
  const left = formatYen(amount - refunded);
  const { make, reasonError } = useDialogCall({
    done: (refund: { amount: number }) => `${formatYen(refund.amount)}の返金を始めました。`,
    stale: {
      already: 'このお支払いは、すでにすべて返金されています。',
      conflict: '席がまだ使われています。先に参加を取り消してもらってください。',
    },
    onClose,
  });

  return (
    <ReasonDialog
      title={`${left}を返金しますか`}
      label="返金する"
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { id }, body: { reason } }))}
      onClose={onClose}
    >
      <p>
        {buyer}さんの「{title}」のお支払い{formatYen(amount)}のうち、残りの{left}
        を返金します。主催者の受け取りから引かれます。元に戻すことはできません。
      </p>
    </ReasonDialog>
  );
}
