import type { ClassroomEvent } from '@manabiba/shared/contract/events';

import { isLiveParticipation } from './participation/participation-status';
import { headlineTicket, openTickets, seatsLeft, ticketSale } from './tickets';

/** What a list can be narrowed to beside a category, with its chip, in the order of the chips. */
export const eventKinds = [
  { key: 'mine', name: '申込済み' },
  { key: 'free', name: '無料' },
  { key: 'student', name: '学生の席あり' },
  { key: 'seats', name: '残席あり' },
] as const;
export type EventKind = (typeof eventKinds)[number]['key'];

export interface EventFilter {
  /** Undefined is every kind. */
  kind: EventKind | undefined;
  /** Undefined is every category. */
  categoryId: string | undefined;
}

export const isNarrowed = ({ kind, categoryId }: EventFilter) => kind !== undefined || categoryId !== undefined;

const isOfKind: Record<EventKind, (event: ClassroomEvent, now: Date) => boolean> = {
  mine: ({ myParticipation }) => isLiveParticipation(myParticipation),
  // The price that stands on its card.
  free: (event) => headlineTicket(event, 'CreateAccount')?.price === 0,
  student: (event, now) =>
    openTickets(event).some(
      (ticket) => ticket.kind === 'student' && seatsLeft(ticket) !== 0 && ticketSale(ticket, now) !== 'over',
    ),
  seats: (event, now) =>
    openTickets(event).some((ticket) => seatsLeft(ticket) !== 0 && ticketSale(ticket, now) !== 'over'),
};

/** The events that a filter leaves. */
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
