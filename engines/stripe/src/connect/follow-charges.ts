import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { applicationFeeOf, refundApplicationFee } from './destination-payment';
import { reverseTransfer, sendOn } from './transfers';

type Charge = Kinds['charge'];

/** After a capture, transfers the funds to the destination account or the application fee to the platform. */
export async function followCapture(work: Work, charge: Charge): Promise<void> {
  if (work.account === '') {
    await sendOn(work, charge);
    return;
  }
  const amount = charge.application_fee_amount ?? 0;
  if (amount === 0) return;
  const entry = await work.get('balance_transaction', idOf(charge.balance_transaction) ?? '');
  charge.application_fee = await applicationFeeOf(work, { id: charge.id, amount, availableOn: entry.available_on });
  work.save(charge);
}

/** After a refund of a transferred charge, reverses the transfer and the fee as far as requested. */
export async function followRefund(
  work: Work,
  charge: Charge,
  refund: Kinds['refund'],
  {
    reverse_transfer: isReversed,
    refund_application_fee: isFeeBack,
  }: { reverse_transfer?: boolean; refund_application_fee?: boolean },
): Promise<void> {
  const transferId = idOf(charge.transfer);
  if (transferId === null) return;
  const transfer = await work.get('transfer', transferId);
  const share = refund.amount / charge.amount_captured;
  const left = transfer.amount - transfer.amount_reversed;
  if (isReversed && left > 0) {
    const amount = charge.refunded ? left : Math.min(left, Math.round(transfer.amount * share));
    if (amount > 0) refund.transfer_reversal = (await reverseTransfer(work, transfer, { amount }, refund.id)).id;
  }
  if (!isFeeBack) return;
  const account = work.in(idOf(transfer.destination) ?? '');
  const payment = await account.get('charge', idOf(transfer.destination_payment) ?? '');
  const feeId = idOf(payment.application_fee);
  if (feeId === null) return;
  const fee = await work.get('application_fee', feeId);
  refundApplicationFee(account, fee, charge.refunded ? fee.amount : Math.round(fee.amount * share));
}
