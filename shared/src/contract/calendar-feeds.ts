import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { iso } from './primitives';

export const getCalendarFeed = endpoint({
  name: 'getCalendarFeed',
  isExtension: true,
  method: 'GET',
  path: '/me/calendar_feed',
  summary:
    'Returns whether the user has a calendar feed, and since when. The URL is returned only when the feed is created.',
  access: { session: 'person' },
  response: z.object({
    /** Null when there is none. */
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
    'Creates the URL of the calendar feed with the events of the user. Anyone who has the URL can read the feed; the previous URL stops working.',
  access: { session: 'person' },
  response: z.object({
    url: z.string(),
    /** The same feed for calendars that subscribe by URL. */
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
  summary: 'Revokes the URL of the calendar feed. Does nothing when there is none.',
  access: { session: 'person' },
  response: null,
  errors: [],
  invalidates: ['Event'],
});
