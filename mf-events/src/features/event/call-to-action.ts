import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Me } from '@manabiba/shared/contract/users';

import { isEventOver } from '../../core/event-standing';
import { funnelAction } from '../../core/funnel';
import { openTickets, seatsLeft, ticketSale } from '../../core/tickets';

/**
 * What the price panel offers.
 *
 * `signUp` and `enter` are links, of which the first says that there is nothing to buy yet; `waiting` is a button that cannot be pressed yet, with the reason beside it; `closed` is a
 * sentence alone, where nothing is left to press.
 */
export type CallToAction =
  | { kind: 'signUp'; label: string; reason: string }
  | { kind: 'enter'; label: string; path: string }
  | { kind: 'waiting'; label: string; reason: string }
  | { kind: 'closed'; reason: string };

const participationSentence: Record<NonNullable<ClassroomEvent['myParticipation']>['state'], string | null> = {
  confirmed: 'お申し込みは完了しています。',
  joined: 'このイベントに参加しています。',
  held: 'お席を確保しています。',
  pending_payment: 'お支払いを確認しています。',
  waitlisted: 'キャンセル待ちに登録しています。',
  offered: 'お席をご用意できました。',
  refund_pending: '返金の手続きを進めています。',
  refunded: '返金が完了しています。',
  expired: null,
  cancelled: null,
};

/** What holds for every event until applications can be made here. */
const NO_APPLICATIONS = 'イベントへのお申し込みは、まだこのページからはできません。';

/** Why nobody can take a seat any more. Null while there is one to be had, now or later. */
function saleObstacle(event: ClassroomEvent, now: Date, formatMoment: (moment: Date) => string): string | null {
  const tickets = openTickets(event);
  if (tickets.length === 0) return 'このイベントは招待された方のみご参加いただけます。';
  if (tickets.every((ticket) => seatsLeft(ticket) === 0)) return '満席のため、お申し込みの受付を終了しました。';
  if (tickets.some((ticket) => ticketSale(ticket, now) !== 'over')) return null;
  const last = Math.max(...tickets.map((ticket) => Date.parse(ticket.saleEndAt)));
  return `お申し込みの受付は${formatMoment(new Date(last))}に終了しました。`;
}

/**
 * The one call to action of an event, by who looks and how the event stands.
 *
 * Somebody with a seat goes in once entry is open. Of the four steps of the funnel only アカウントを作成 leads somewhere so
 * far: nobody can apply for an event here yet, and everybody is told so. `isClosed` is the closure of the whole service,
 * which ends signing up and buying alike.
 */
export function callToAction(
  event: ClassroomEvent,
  me: Me,
  given: { now: Date; isClosed: boolean; formatMoment: (moment: Date) => string },
): CallToAction {
  const { now, isClosed, formatMoment } = given;
  if (event.state === 'cancelled') return { kind: 'closed', reason: 'このイベントは中止になりました。' };
  if (isEventOver(event, now)) return { kind: 'closed', reason: 'このイベントは終了しました。' };
  const path = event.myParticipation?.joinUrl;
  if (path?.startsWith('/')) return { kind: 'enter', label: funnelAction.JoinEvent, path };
  const mine = event.myParticipation && participationSentence[event.myParticipation.state];
  if (mine) return { kind: 'closed', reason: mine };
  if (me.role !== 'anonymous' && me.id === event.organizer.id)
    return { kind: 'closed', reason: 'ご自身が主催するイベントです。' };
  const obstacle = saleObstacle(event, now, formatMoment);
  if (obstacle !== null) return { kind: 'closed', reason: obstacle };
  const label = funnelAction[funnelLabel(me)];
  if (isClosed) return { kind: 'waiting', label, reason: '本サービスは終了したため、この操作はできません。' };
  return { kind: me.role === 'anonymous' ? 'signUp' : 'waiting', label, reason: NO_APPLICATIONS };
}
