import { createHash, randomBytes } from 'node:crypto';

import type { createCalendarFeed, getCalendarFeed } from '@manabiba/shared/contract/calendar-feeds';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Limiter } from '../../../platform/security/limiter';
import type { CalendarEntry, CalendarFiles, CalendarPerson } from './calendar-file';
import type { CalendarRepository, CalendarRow } from './calendar.repository';

interface CalendarDeps {
  calendar: CalendarRepository;
  files: CalendarFiles;
  publicUrl: string;
  limiter: Limiter;
  clock: Clock;
}

const SECRET_BYTES = 32;
/** How far back a feed goes, in milliseconds. */
const FEED_SPAN_MS = 180 * millisecondsInDay;
/** Calendars refresh once an hour, on each device of a user. */
const FEED_LIMIT = { max: 600, windowSeconds: 3600 };
/** Requests of one address with a secret that does not exist. */
const GUESS_LIMIT = { max: 600, windowSeconds: 3600 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export function toEntry(row: CalendarRow): CalendarEntry {
  return {
    id: row.id,
    path: `/${row.source}s/${row.id}`,
    title: row.title,
    description: row.description,
    startAt: row.start_at,
    endAt: row.end_at,
    // Of two entries with the same sequence the later stamp wins: a participation that is cancelled or taken again
    // needs no sequence of its own.
    sequence: row.calendar_sequence,
    changedAt: row.changed_at,
    isCancelled: row.state === 'cancelled' || row.is_given_up,
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;

/** Events and classrooms in users' calendars: files of single events, and a personal feed at a secret URL. */
export function createCalendarService({ calendar, files, publicUrl, limiter, clock }: CalendarDeps) {
  return {
    /** Returns the file of a published event, for any viewer. */
    async eventFile(eventId: string): Promise<string> {
      const row = await calendar.findPublished(eventId);
      if (!row) throw new AppError('not_found');
      return files.ofEntry(toEntry(row));
    },

    /** Returns the file of the user's own event, which removes the entry once they no longer participate. */
    async ownFile(viewer: SignedInViewer, eventId: string): Promise<string> {
      const row = await calendar.findOf(viewer.id, eventId);
      if (!row) throw new AppError('not_found');
      return files.ofEntry(toEntry(row));
    },

    /** Returns the file of a classroom, for somebody who may open it: access is checked before. In a mail, its reader. */
    async classroomFile(classroomId: string, attendee?: CalendarPerson): Promise<string> {
      const row = await calendar.findClassroom(classroomId);
      if (!row) throw new AppError('not_found');
      return files.ofEntry(toEntry(row), attendee);
    },

    /** Returns one file with all dates of a series, for somebody who may see it: access is checked before. */
    async seriesFile({ id, title }: { id: string; title: string }): Promise<string> {
      return files.ofFeed((await calendar.listOfSeries(id)).map(toEntry), title);
    },

    /**
     * Returns the feed of a secret. An unknown, replaced or deleted one is `not_found`.
     *
     * Requests are counted by feed: calendar services fetch the feeds of all their users from a few addresses. Only
     * unknown secrets are counted by address.
     */
    async feed(secret: string, address: string): Promise<string> {
      const owner = await calendar.findFeedOwner(hashOf(secret));
      if (!owner) {
        await limiter.consume(`calendar_guess:${address}`, GUESS_LIMIT);
        throw new AppError('not_found');
      }
      await limiter.consume(`calendar_feed:${owner.user_id}`, FEED_LIMIT);
      const now = clock.now();
      const since = subMilliseconds(now, FEED_SPAN_MS);
      return files.ofFeed((await calendar.listOf(owner.user_id, { since, now })).map(toEntry));
    },

    async getFeed(viewer: SignedInViewer): Promise<EndpointOutput<typeof getCalendarFeed>> {
      const feed = await calendar.findFeed(viewer.id);
      return { createdAt: feed?.created_at.toISOString() ?? null };
    },

    /** Creates a personal feed. Its URL is returned once; any previous one stops working. */
    async createFeed(viewer: SignedInViewer): Promise<EndpointOutput<typeof createCalendarFeed>> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const now = clock.now();
      await calendar.setFeed(viewer.id, hashOf(secret), now);
      const url = `${publicUrl}/v1/calendar_feeds/${secret}.ics`;
      return { url, webcalUrl: url.replace(/^https?:/, 'webcal:'), createdAt: now.toISOString() };
    },

    /** Deletes the feed. Repeating it changes nothing. */
    deleteFeed: (viewer: SignedInViewer): Promise<void> => calendar.deleteFeed(viewer.id),
  };
}
