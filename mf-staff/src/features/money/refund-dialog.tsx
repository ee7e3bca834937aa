import type { PaidTicket } from '@manabiba/shared/contract/staff-money';
import { refundPayment } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { isApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { fieldErrorsOf } from '../../core/field-errors';
import { ReasonDialog } from '../../core/reason-dialog';

/** Refunds what is left of a payment, with a reason. What was typed stays when the call fails. */
export function RefundDialog({ payment, onClose }: { payment: PaidTicket; onClose: () => void }) {
  const { id, title, buyer, amount, refunded } = payment;
  const { run, isRunning } = useEndpointMutation(refundPayment);
  const [error, setError] = useState<string>();
  const left = formatYen(amount - refunded);

  async function refund(reason: string) {
    try {
      const answer = await run({ params: { id }, body: { reason } });
      toast.success(`${formatYen(answer.amount)}の返金を始めました。`);
    } catch (failure) {
      if (!isApiError(failure) || (failure.code !== 'already' && failure.code !== 'conflict'))
        return setError(fieldErrorsOf(failure, ['reason']).reason);
      toast.error(
        failure.code === 'already'
          ? 'このお支払いは、すでにすべて返金されています。'
          : '席がまだ使われています。先に参加を取り消してもらってください。',
      );
    }
    onClose();
  }

  return (
    <ReasonDialog
      title={`${left}を返金しますか`}
      label="返金する"
      error={error}
      isRunning={isRunning}
      onSubmit={(reason) => void refund(reason)}
      onClose={onClose}
    >
      <p>
        {buyer}さんの「{title}」のお支払い{formatYen(amount)}のうち、残りの{left}
        を返金します。主催者の受け取りから引かれます。元に戻すことはできません。
      </p>
    </ReasonDialog>
  );
}
