import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { iso } from './primitives';

export const getCalendarFeed = endpoint({
  name: 'getCalendarFeed',
  isExtension: true,
  method: 'GET',
  path: '/me/calendar_feed',
  summary:
    'Whether the person has a calendar of their own to follow, and since when. Its address was told when it was made.',
  access: { session: 'person' },
  response: z.object({
    /** Null: there is none. */
    createdAt: z.nullable(iso),
  }),
  errors: [],
  tags: ['Event'],
});

export const createCalendarFeed = endpoint({
  name: 'createCalendarFeed',
  isExtension: true,
  method: 'POST',
  path: '/me/calendar_feed',
  summary:
    'Makes the address at which calendars follow the events of the person. It opens them to whoever has it; the address of before is dead.',
  access: { session: 'person' },
  response: z.object({
    url: z.string(),
    /** The same for calendars that ask to be subscribed to. */
    webcalUrl: z.string(),
    createdAt: iso,
  }),
  status: 201,
  errors: [],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const deleteCalendarFeed = endpoint({
  name: 'deleteCalendarFeed',
  isExtension: true,
  method: 'DELETE',
  path: '/me/calendar_feed',
  summary: 'Takes the address back. Without one it changes nothing.',
  access: { session: 'person' },
  response: null,
  errors: [],
  invalidates: ['Event'],
});
