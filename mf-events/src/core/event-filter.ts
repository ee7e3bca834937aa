import type { ClassroomEvent } from '@manabiba/shared/contract/events';

import { isLiveParticipation } from './participation/participation-status';
import { headlineTicket, openTickets, seatsLeft, ticketSale } from './tickets';

/** The filter kinds besides the category, with their chip labels, in display order. */
export const eventKinds = [
  { key: 'mine', name: '申込済み' },
  { key: 'free', name: '無料' },
  { key: 'student', name: '学生の席あり' },
  { key: 'seats', name: '残席あり' },
] as const;
export type EventKind = (typeof eventKinds)[number]['key'];

export interface EventFilter {
  /** Undefined means every kind. */
  kind: EventKind | undefined;
  /** Undefined means every category. */
  categoryId: string | undefined;
}

export const isNarrowed = ({ kind, categoryId }: EventFilter) => kind !== undefined || categoryId !== undefined;

const isOfKind: Record<EventKind, (event: ClassroomEvent, now: Date) => boolean> = {
  mine: ({ myParticipation }) => isLiveParticipation(myParticipation),
  // The price shown on its card.
  free: (event) => headlineTicket(event, 'CreateAccount')?.price === 0,
  student: (event, now) =>
    openTickets(event).some(
      (ticket) => ticket.kind === 'student' && seatsLeft(ticket) !== 0 && ticketSale(ticket, now) !== 'over',
    ),
  seats: (event, now) =>
    openTickets(event).some((ticket) => seatsLeft(ticket) !== 0 && ticketSale(ticket, now) !== 'over'),
};

/** Returns the events that match a filter. */
export function filterEvents(
  events: readonly ClassroomEvent[],
  { kind, categoryId }: EventFilter,
  now: Date,
): ClassroomEvent[] {
  return events.filter(
    (event) =>
      (kind === undefined || isOfKind[kind](event, now)) &&
      (categoryId === undefined || event.categoryId === categoryId),
  );
}
