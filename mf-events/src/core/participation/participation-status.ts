import type { Participation } from '@manabiba/shared/contract/tickets';
import type { BadgeTone } from '@manabiba/shared/ui/badge';

type State = Participation['state'];

/** How somebody's own part in an event is called in lists. Null where nothing is left to say. */
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

/** Whether it holds, or waits for, a seat. */
export function isLiveParticipation(participation: Pick<Participation, 'state'> | null): boolean {
  return participation !== null && liveStates.includes(participation.state);
}

/** Whether there is a seat for sure. */
export function hasSeat(participation: Pick<Participation, 'state'> | null): boolean {
  return participation?.state === 'confirmed' || participation?.state === 'joined';
}
