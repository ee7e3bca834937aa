import { createHash, randomBytes } from 'node:crypto';

import type { createCalendarFeed, getCalendarFeed } from '@manabiba/shared/contract/calendar-feeds';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Limiter } from '../../../platform/security/limiter';
import type { CalendarRepository, CalendarRow } from './calendar.repository';
import type { CalendarEntry, CalendarFiles } from './calendar-file';

interface CalendarDeps {
  calendar: CalendarRepository;
  files: CalendarFiles;
  publicUrl: string;
  limiter: Limiter;
  clock: Clock;
}

const SECRET_BYTES = 32;
/** How far back a feed goes, in milliseconds. */
const FEED_SPAN_MS = 180 * 86_400_000;
/** Calendars look once an hour; whoever tries addresses asks for many. */
const FEED_LIMIT = { max: 600, windowSeconds: 3600 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export function toEntry(row: CalendarRow): CalendarEntry {
  return {
    eventId: row.id,
    title: row.title,
    description: row.description,
    startAt: row.start_at,
    endAt: row.end_at,
    // Of two entries with the same number the later stamp counts: a place that is given up, or taken again, needs none of its own.
    sequence: row.calendar_sequence,
    changedAt: row.changed_at,
    isCancelled: row.state === 'cancelled' || row.is_given_up,
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;

/** Events in people's calendars: files of one event, and a calendar of one's own at a secret address. */
export function createCalendarService({ calendar, files, publicUrl, limiter, clock }: CalendarDeps) {
  return {
    /** The file of an event that is published, whoever asks. */
    async eventFile(eventId: string): Promise<string> {
      const row = await calendar.findPublished(eventId);
      if (!row) throw new AppError('not_found');
      return files.ofEvent(toEntry(row));
    },

    /** The file of an event of the person's own, which takes it out again once they take part no more. */
    async ownFile(viewer: SignedInViewer, eventId: string): Promise<string> {
      const row = await calendar.findOf(viewer.id, eventId);
      if (!row) throw new AppError('not_found');
      return files.ofEvent(toEntry(row));
    },

    /** The calendar behind a secret. One that is unknown, was replaced or taken back is `not_found`. */
    async feed(secret: string, address: string): Promise<string> {
      await limiter.consume(`calendar_feed:${address}`, FEED_LIMIT);
      const owner = await calendar.findFeedOwner(hashOf(secret));
      if (!owner) throw new AppError('not_found');
      const since = new Date(clock.now().getTime() - FEED_SPAN_MS);
      return files.ofFeed((await calendar.listOf(owner.user_id, since)).map(toEntry));
    },

    async getFeed(viewer: SignedInViewer): Promise<EndpointOutput<typeof getCalendarFeed>> {
      const feed = await calendar.findFeed(viewer.id);
      return { createdAt: feed?.created_at.toISOString() ?? null };
    },

    /** Makes a calendar of the person's own. Its address is told once; one that there was before leads nowhere from now on. */
    async createFeed(viewer: SignedInViewer): Promise<EndpointOutput<typeof createCalendarFeed>> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const now = clock.now();
      await calendar.setFeed(viewer.id, hashOf(secret), now);
      const url = `${publicUrl}/v1/calendar_feeds/${secret}.ics`;
      return { url, webcalUrl: url.replace(/^https?:/, 'webcal:'), createdAt: now.toISOString() };
    },

    /** Nobody reads the calendar any more. Doing it again changes nothing. */
    deleteFeed: (viewer: SignedInViewer): Promise<void> => calendar.deleteFeed(viewer.id),
  };
}
