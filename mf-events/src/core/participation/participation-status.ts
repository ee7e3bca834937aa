import type { Participation } from '@manabiba/shared/contract/tickets';
import type { BadgeTone } from '@manabiba/shared/ui/badge';

type State = Participation['state'];

/** Returns the status of the user's own participation for lists. Null where there is nothing left to show. */
export const participationStatus: Record<State, { tone: BadgeTone; text: string } | null> = {
  confirmed: { tone: 'action', text: '申込済み' },
  joined: { tone: 'action', text: '申込済み' },
  held: { tone: 'warn', text: 'お支払い待ち' },
  pending_payment: { tone: 'warn', text: 'お支払い待ち' },
  waitlisted: { tone: 'plain', text: 'キャンセル待ち' },
  offered: { tone: 'action', text: 'お席が空きました' },
  refund_pending: { tone: 'warn', text: '返金手続き中' },
  refunded: { tone: 'plain', text: '返金済み' },
  expired: null,
  cancelled: null,
};

const liveStates: readonly State[] = ['waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined'];

/** Whether the participation holds a seat or waits for one. */
export function isLiveParticipation(participation: Pick<Participation, 'state'> | null): boolean {
  return participation !== null && liveStates.includes(participation.state);
}

/** Whether the participation has ended with a refund. */
export function isRefund(participation: Pick<Participation, 'state'> | null): boolean {
  return participation?.state === 'refund_pending' || participation?.state === 'refunded';
}

/** Whether the seat is confirmed. */
export function hasSeat(participation: Pick<Participation, 'state'> | null): boolean {
  return participation?.state === 'confirmed' || participation?.state === 'joined';
}
