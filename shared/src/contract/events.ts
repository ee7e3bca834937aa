import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, id, iso, page, pageQuery } from './primitives';
import { ratingAverage } from './rating-average';
import { seriesOfDate } from './series-of-date';
import { archiveTicket, participation, ticketType } from './tickets';
import { user } from './users';

export const professional = z.extend(user, {
  orgName: z.string(),
  orgUrl: z.nullable(z.string()),
  invoiceRegistrationNo: z.nullable(z.string()),
  categoryIds: z.array(id),
  nextClassroomAt: z.nullable(iso),
  classroomCount: count,
  verifiedAt: z.nullable(iso),
  rating: ratingAverage,
});
export type Professional = z.output<typeof professional>;

export const eventState = z.enum(['draft', 'published', 'open', 'live', 'ended', 'archived', 'cancelled']);

export const classroomEvent = z.object({
  id,
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  imageUrl: z.nullable(z.string()),
  organizer: professional,
  speakers: z.array(user),
  categoryId: id,
  startAt: iso,
  endAt: iso,
  entryOpenAt: iso,
  state: eventState,
  tickets: z.array(ticketType),
  /** The ticket for its archive, once it had a price. Absent in the answer of an older api. */
  archiveTicket: z._default(z.nullable(archiveTicket), null),
  participantCount: count,
  /** The first seven participants, without users aged 12 or under. Empty in lists. */
  participants: z.array(user),
  classroomId: z.nullable(id),
  archiveId: z.nullable(id),
  myParticipation: z.nullable(participation),
  /** Until when a cancellation is refunded. */
  refundPolicy: z.enum(['until_24_hours', 'until_7_days', 'none']),
  /** The organizer's own additions to it. */
  cancelPolicy: z.string(),
  /** Whether seats may be given to others. Absent in the answer of an older api. */
  allowsTransfers: z._default(z.boolean(), false),
  cancelReason: z.string(),
  rating: ratingAverage,
  /** The series that it is a date of. Absent in the answer of an older api. */
  series: z._default(z.nullable(seriesOfDate), null),
});
export type ClassroomEvent = z.output<typeof classroomEvent>;

export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/events',
  summary:
    'Returns events by state and time. Without a state, returns those that have not ended, by start. Drafts are never listed.',
  access: { session: 'public' },
  scope: 'events:read',
  query: z.object({
    state: z.optional(z.enum(['published', 'open', 'live', 'ended', 'archived', 'cancelled'])),
    from: z.optional(iso),
    to: z.optional(iso),
    ...pageQuery,
  }),
  response: page(classroomEvent),
  errors: [],
  tags: ['Event'],
});

export const getEvent = endpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/events/{id}',
  summary: 'Returns one event. A draft is found only by its organizer.',
  access: { session: 'public' },
  scope: 'events:read',
  params: z.object({ id }),
  response: classroomEvent,
  errors: ['not_found'],
  tags: ['Event'],
});

export const getClassroomEvent = endpoint({
  name: 'getClassroomEvent',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/event',
  summary:
    'Returns the event that takes place in a room, to everyone who may see the event, whether or not they may enter; null for a classroom, and for a room that does not exist.',
  access: { session: 'public' },
  scope: 'events:read',
  params: z.object({ id }),
  response: z.object({ event: z.nullable(classroomEvent) }),
  errors: [],
  tags: ['Event'],
});

export const listEventParticipants = endpoint({
  name: 'listEventParticipants',
  isExtension: true,
  method: 'GET',
  path: '/events/{id}/participants',
  summary:
    'Returns the participants of an event, the earliest first. Users aged 12 or under and users who have closed their account are left out.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object(pageQuery),
  response: page(user),
  errors: ['not_found'],
  tags: ['Event'],
});
