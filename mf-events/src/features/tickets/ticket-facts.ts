import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import type { BadgeTone } from '@manabiba/shared/ui/badge';

import { participationStatus } from '../../core/participation/participation-status';
import { ticketKindLabel } from '../../core/tickets';

/** An event the user has or had a participation in, which the api includes. */
export type OwnEvent = ClassroomEvent & { myParticipation: Participation };

export const isOwn = (event: ClassroomEvent): event is OwnEvent => event.myParticipation !== null;

/** Whether a seat may be given to somebody else, as far as the page can tell. */
export const isGivable = ({ allowsTransfers, state, myParticipation: mine }: OwnEvent): boolean =>
  allowsTransfers &&
  (state === 'published' || state === 'open') &&
  mine.state === 'confirmed' &&
  (mine.seats ?? 1) === 1 &&
  mine.route !== 'invitation' &&
  mine.route !== 'archive';

const reasons: Record<NonNullable<Participation['cancelReason']>, string> = {
  self: 'ご本人による取り消し',
  organizer: '主催者による取り消し',
  event_cancelled: '主催者による中止',
  late_payment: '確保時間を過ぎてのお支払い',
  guardian: '保護者の方による取り消し',
  archive_withdrawn: 'アーカイブの公開終了',
};

/** Returns the status badge of a ticket. */
export function badgeOf({ state, myParticipation: { state: mine, route } }: OwnEvent): {
  tone: BadgeTone;
  text: string;
} {
  if (route === 'archive' && mine === 'confirmed') return { tone: 'ok', text: '購入済み' };
  const isOver = state === 'ended' || state === 'archived';
  if (isOver && mine === 'joined') return { tone: 'plain', text: '参加しました' };
  if (isOver && mine === 'confirmed') return { tone: 'plain', text: '終了しました' };
  if (mine === 'confirmed' || mine === 'joined') return { tone: 'ok', text: '申込済み' };
  return participationStatus[mine] ?? { tone: 'plain', text: mine === 'expired' ? '期限切れ' : '取り消し済み' };
}

/** Returns the ticket's name, its waiting list position, or why it was cancelled. */
export function noteOf({ tickets, myParticipation: mine }: OwnEvent): string {
  if (mine.cancelReason) return reasons[mine.cancelReason];
  if (mine.waitlistPosition !== null) return `${mine.waitlistPosition}番目`;
  if (mine.route === 'archive') return ticketKindLabel.archive;
  const ticket = tickets.find(({ id }) => id === mine.ticketTypeId);
  const name = ticket ? ticket.name || ticketKindLabel[ticket.kind] : '';
  const seats = mine.seats ?? 1;
  return seats > 1 ? `${name} ${seats}席` : name;
}

/** Returns the amount paid, or the price while nothing has been paid yet. */
export function amountOf({ tickets, myParticipation: mine }: OwnEvent): number {
  const isUnpaid = mine.state === 'waitlisted' || mine.state === 'offered';
  const price = tickets.find(({ id }) => id === mine.ticketTypeId)?.price;
  return isUnpaid && price !== undefined ? price - (mine.discount ?? 0) : mine.amount;
}
