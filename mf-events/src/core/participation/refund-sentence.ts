import type { Participation } from '@manabiba/shared/contract/tickets';
import { formatYen } from '@manabiba/shared/format/yen';

/** The status of the refund of a payment, as a sentence. */
export function refundSentence({
  state,
  amount,
  isGiven,
}: Pick<Participation, 'state' | 'amount' | 'isGiven'>): string {
  if (isGiven) return '返金は、お支払いになった方に行われます。';
  return state === 'refunded'
    ? `${formatYen(amount)}をお返ししました。`
    : `${formatYen(amount)}の返金の手続きを進めています。`;
}
