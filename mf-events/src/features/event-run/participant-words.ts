import type { OrganizedEvent } from '@manabiba/shared/contract/event-editing';
import type { OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import { formatYen } from '@manabiba/shared/format/yen';
import type { BadgeTone } from '@manabiba/shared/ui/badge';

/** The status label of a participation, for the organizer. */
export const participantStates: Record<OrganizedParticipant['state'], { tone: BadgeTone; text: string }> = {
  confirmed: { tone: 'ok', text: '申込済み' },
  joined: { tone: 'ok', text: '参加済み' },
  pending_payment: { tone: 'warn', text: 'お支払い待ち' },
  held: { tone: 'warn', text: '確保中' },
  waitlisted: { tone: 'plain', text: 'キャンセル待ち' },
  offered: { tone: 'warn', text: 'お席のご案内中' },
  refund_pending: { tone: 'plain', text: '返金手続き中' },
  refunded: { tone: 'plain', text: '返金済み' },
  cancelled: { tone: 'plain', text: '取り消し' },
  expired: { tone: 'plain', text: '期限切れ' },
};

/** The label of a row: the name of a user, the e-mail address of a guest, the name of a further seat. */
export function participantName({ user, guestEmail, companion }: OrganizedParticipant): string {
  return user?.nickname ?? guestEmail ?? companion?.name ?? '退会したユーザー';
}

/** The amount paid or refunded; empty for whoever may not see it. */
export function paidOf({ state, amount }: OrganizedParticipant): string {
  if (amount === null) return '';
  if (amount === 0) return '無料';
  return state === 'refunded' || state === 'refund_pending' ? `-${formatYen(amount)}` : formatYen(amount);
}

/** Whether somebody with a seat can be received, once the event is public and until it is over. */
export const canBeReceived = ({ state, route }: OrganizedParticipant, event: Pick<OrganizedEvent, 'state'>) =>
  (state === 'confirmed' || state === 'joined') &&
  route !== 'archive' &&
  (event.state === 'published' || event.state === 'open' || event.state === 'live');

/** Whether the organizer can cancel it. A further seat that is not paid yet is cancelled with its buyer's. */
export const canEnd = ({ state, companion }: OrganizedParticipant) =>
  state === 'confirmed' ||
  state === 'joined' ||
  (companion === null && ['waitlisted', 'offered', 'held', 'pending_payment'].includes(state));
