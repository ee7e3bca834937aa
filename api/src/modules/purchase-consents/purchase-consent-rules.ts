import { ARCHIVE_TICKET_CANCEL_DAYS } from '@manabiba/shared/contract/limits';
import type { PurchaseConsent } from '@manabiba/shared/contract/purchase-consents';
import { addHours, min, subHours } from 'date-fns';

import { DEFAULT_TIME_ZONE, fullMomentIn } from '../../platform/moments';
import type { PurchaseConsentRow } from './purchase-consents.repository';

/** Time for the guardian to answer, and then for the buyer to pay, in hours. */
const CONSENT_HOURS = 24;
/** Hours before the start until which cancelling gives a full refund. */
const REFUND_HOURS: Record<PurchaseConsentRow['refund_policy'], number | null> = {
  until_24_hours: 24,
  until_7_days: 7 * 24,
  none: null,
};

/** Guardians have no account, whose settings would name a zone. */
export const momentOf = (time: Date) => fullMomentIn(DEFAULT_TIME_ZONE, time);
export const yenOf = (amount: number) => `${amount.toLocaleString('ja-JP')}円(税込)`;

/** Deadline for an answer to a request made now, or for the payment after consent: never after the end of the sale. */
export const lateAnswer = (saleEndAt: Date, now: Date) => min([addHours(now, CONSENT_HOURS), saleEndAt]);

/** Returns until when a seat is refunded; null for an archive ticket, which is refunded by days since its purchase. */
export function refundUntilOf({ kind, start_at: startAt, refund_policy: policy }: PurchaseConsentRow): Date | null {
  if (kind === 'archive') return null;
  const hours = REFUND_HOURS[policy];
  return hours === null ? null : subHours(startAt, hours);
}

export function refundRuleOf(row: PurchaseConsentRow): string {
  if (row.kind === 'archive')
    return `購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で、視聴を始める前の取り消しは全額を返金`;
  const until = refundUntilOf(row);
  return until ? `${momentOf(until)}までの取り消しは全額を返金` : 'お申し込み後の返金はありません';
}

/** Returns the state of a request. It is expired once its seat is no longer held, whatever the answer was. */
export function stateOf({ state, participation_state: seat }: PurchaseConsentRow): PurchaseConsent['state'] {
  if (state === 'refused') return 'refused';
  return seat === 'expired' || seat === 'cancelled' ? 'expired' : state;
}
