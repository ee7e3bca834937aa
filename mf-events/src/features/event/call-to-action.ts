import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import { SERVICE_CLOSED } from '@manabiba/shared/contract/error-sentences';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, ArchiveTicket, TicketType } from '@manabiba/shared/contract/tickets';
import type { Me, SignedInMe } from '@manabiba/shared/contract/users';

import { soldArchiveTicket } from '../../core/archive-ticket';
import { isEventOver } from '../../core/event-standing';
import { funnelAction } from '../../core/funnel';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { openTickets, seatsLeft, ticketSale } from '../../core/tickets';
import { planIncludesSeat, wayIn } from './ways-in';

/** The call to action in the price panel. */
export type CallToAction =
  /** A sign-up link. `reason` says what an account allows, or does not allow yet. */
  | { kind: 'signUp'; label: string; reason: string | null }
  /** A link to where it happens. */
  | { kind: 'enter'; label: string; path: string }
  /** A link to the payment of a ticket. */
  | { kind: 'buy'; label: string; ticket: TicketType }
  /** A link to the payment of the ticket for the archive, after the event. */
  | { kind: 'archive'; label: string; ticket: ArchiveTicket }
  /** A link to the plans: only a plan gives this viewer a seat. */
  | { kind: 'subscribe'; label: string; reason: string }
  /** A button that asks once more, then takes a seat for nothing, or a place in the waiting list. */
  | { kind: 'apply' | 'wait'; label: string; ticket: TicketType }
  /** A button that cannot be clicked yet, with the reason beside it. */
  | { kind: 'waiting'; label: string; reason: string; ticket?: AnyTicket }
  /** The viewer has a place, or waits for one: the panel is about that. */
  | { kind: 'mine' }
  /** The organizer's own event: the ways to run it. */
  | { kind: 'organize' }
  /** A sentence alone, where nothing is left to click. */
  | { kind: 'closed'; reason: string };

interface Circumstances {
  now: Date;
  /** The whole service is closed, which disables sign-up and purchases. */
  isClosed: boolean;
  formatMoment: (moment: Date) => string;
}

const ARCHIVE_ACTION = '視聴チケットを購入';

/** Returns why a visitor cannot get a seat at all; null when an account may help. */
function visitorObstacle(event: ClassroomEvent, { now, formatMoment }: Circumstances): string | null {
  const tickets = openTickets(event);
  if (tickets.length === 0 || tickets.some((ticket) => ticketSale(ticket, now) !== 'over')) return null;
  const last = Math.max(...tickets.map((ticket) => Date.parse(ticket.saleEndAt)));
  return `お申し込みの受付は${formatMoment(new Date(last))}に終了しました。`;
}

/** Returns what signing in would allow a visitor to do at this event. */
function visitorReason(event: ClassroomEvent): string | null {
  const tickets = openTickets(event);
  if (tickets.length === 0)
    return 'このイベントは招待された方のみご参加いただけます。招待コードは、ログインのあとにお使いいただけます。';
  if (tickets.every((ticket) => seatsLeft(ticket) === 0))
    return '満席です。ログインすると、キャンセル待ちに登録できます。';
  return null;
}

function forVisitor(event: ClassroomEvent, given: Circumstances): CallToAction {
  const obstacle = visitorObstacle(event, given);
  if (obstacle !== null) return { kind: 'closed', reason: obstacle };
  const label = funnelAction.CreateAccount;
  if (given.isClosed) return { kind: 'waiting', label, reason: SERVICE_CLOSED };
  return { kind: 'signUp', label, reason: visitorReason(event) };
}

function forPerson(event: ClassroomEvent, me: SignedInMe, given: Circumstances): CallToAction {
  const way = wayIn(event, me, given);
  if (way.kind === 'none')
    return planIncludesSeat(event, me, given.now) && !given.isClosed
      ? { kind: 'subscribe', label: funnelAction.Subscription, reason: way.reason }
      : { kind: 'closed', reason: way.reason };
  const { ticket } = way;
  // A free seat counts as joining, whatever the user's funnel step.
  const label = funnelAction[way.kind === 'free' ? 'JoinEvent' : funnelLabel(me)];
  if (given.isClosed) return { kind: 'waiting', label, reason: SERVICE_CLOSED, ticket };
  switch (way.kind) {
    case 'free':
      return { kind: 'apply', label, ticket };
    case 'wait':
      return { kind: 'wait', label: 'キャンセル待ちに登録', ticket };
    case 'paid':
      return { kind: 'buy', label: funnelAction.PurchaseEvent, ticket };
  }
}

/** After an event, its archive may be sold to whoever has missed it. */
function afterwards(event: ClassroomEvent, me: Me, { now, isClosed }: Circumstances): CallToAction {
  const ticket = soldArchiveTicket(event, now);
  const canBuy = me.role === 'anonymous' || me.canCommunicateAge;
  if (!ticket || !canBuy || hasSeat(event.myParticipation))
    return { kind: 'closed', reason: 'このイベントは終了しました。' };
  if (isClosed) return { kind: 'waiting', label: ARCHIVE_ACTION, reason: SERVICE_CLOSED, ticket };
  const isBegun = isLiveParticipation(event.myParticipation);
  return { kind: 'archive', label: isBegun ? 'お支払いの画面を開く' : ARCHIVE_ACTION, ticket };
}

/** Returns the button that buyers see, for the organizer's preview. */
export function previewOf(event: ClassroomEvent, me: SignedInMe, given: Circumstances): CallToAction {
  const action = forPerson(event, me, given);
  if (!('label' in action)) return action;
  const ticket = 'ticket' in action ? action.ticket : undefined;
  return {
    kind: 'waiting',
    label: action.label,
    reason: 'プレビューでは、お申し込みできません。',
    ...(ticket && { ticket }),
  };
}

/** Returns the single call to action of an event, by viewer and event state. */
export function callToAction(event: ClassroomEvent, me: Me, given: Circumstances): CallToAction {
  const { myParticipation: mine } = event;
  if (me.role !== 'anonymous' && me.id === event.organizer.id) return { kind: 'organize' };
  if (event.state === 'cancelled') return { kind: 'closed', reason: 'このイベントは中止になりました。' };
  if (isEventOver(event, given.now)) return afterwards(event, me, given);
  const path = mine?.joinUrl;
  if (path?.startsWith('/')) return { kind: 'enter', label: funnelAction.JoinEvent, path };
  if (mine && isLiveParticipation(mine)) return { kind: 'mine' };
  return me.role === 'anonymous' ? forVisitor(event, given) : forPerson(event, me, given);
}
