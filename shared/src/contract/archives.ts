import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_ARCHIVE_SECONDS, MAX_CONTINUED_ARCHIVES, MAX_RECOMMENDED_ARCHIVES } from './limits';
import { count, id, iso, ok, page, pageQuery, reportFields, yen } from './primitives';
import { ratingAverage } from './rating-average';
import { user } from './users';

/** A recording of a classroom or an event. `hlsUrl` is null in every list, and wherever there is nothing to watch yet. */
export const archive = z.object({
  id,
  source: z.enum(['classroom', 'event']),
  sourceId: id,
  title: z.string(),
  description: z.string(),
  categoryId: id,
  host: user,
  hlsUrl: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
  captionUrl: z.nullable(z.string()),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  thumbnailUrl: z.nullable(z.string()),
  durationSeconds: count,
  watchCount: count,
  pickup: z.boolean(),
  access: z.enum(['public', 'signed_in', 'subscriber', 'ticket']),
  canWatch: z.boolean(),
  resumeAtSeconds: count,
  state: z.enum(['processing', 'ready', 'hidden', 'failed']),
  publishedAt: z.nullable(iso),
  rating: ratingAverage,
});
export type Archive = z.output<typeof archive>;

/** An image of tiles, one per moment, for the preview while seeking. */
export const scrubPicture = z.object({
  url: z.string(),
  columns: count,
  tileWidth: count,
  tileHeight: count,
  /** The tile with index `floor(seconds / secondsPerTile)` shows that moment; row by row. */
  secondsPerTile: z.number(),
});

/** What the host and the speakers see of an archive before it is published. */
export const archiveReview = z.object({
  myRole: z.enum(['host', 'speaker']),
  /** 0 to 100 while the video is composed. */
  progress: count,
  /** Why composing failed, for the host. The recording is kept. */
  failure: z.nullable(z.enum(['broken_recording', 'missing_codec', 'no_space', 'internal'])),
  /** When the archive is published by itself. */
  publishesAt: z.nullable(iso),
  /** Recorded speakers other than the host; the host may publish earlier when there are none. */
  otherSpeakers: count,
  /** The viewer's part was recorded, and whether it was taken out. */
  isMyPartRecorded: z.boolean(),
  isMyPartOut: z.boolean(),
  /** Seconds that the host has cut off the recording. Absent in the answer of an older api. */
  cutStart: z._default(count, 0),
  cutEnd: z._default(count, 0),
});

/** One archive with everything its player needs. URLs are signed and stop working at `mediaExpiresAt`. */
export const archiveDetail = z.extend(archive, {
  mediaExpiresAt: z.nullable(iso),
  scrub: z.nullable(scrubPicture),
  waveformUrl: z.nullable(z.string()),
  /** Null for everybody else, and after publication. */
  review: z.nullable(archiveReview),
  /**
   * For how much the archive of an event is sold, including tax; null for one that is not. Sold only while it is
   * published for ticket holders. Absent in the answer of an older api.
   */
  ticketPrice: z._default(z.nullable(yen), null),
});
export type ArchiveDetail = z.output<typeof archiveDetail>;

const limit = (fallback: number, max: number) =>
  z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(max)), fallback);

export const listArchives = endpoint({
  name: 'listArchives',
  method: 'GET',
  path: '/archives',
  summary:
    'Returns published archives, newest first or most watched first; with pickup=true only those that the editors have picked, with unseen=true only those that the signed-in viewer has not begun to watch, whose first page tells how many there are.',
  access: { session: 'public' },
  query: z.object({
    pickup: z.optional(z.enum(['true', 'false'])),
    sort: z.optional(z.enum(['new', 'watched'])),
    unseen: z.optional(z.enum(['true', 'false'])),
    ...pageQuery,
  }),
  response: z.extend(page(archive), { total: z.optional(count) }),
  errors: [],
  tags: ['Archive'],
});

export const listEventArchives = endpoint({
  name: 'listEventArchives',
  method: 'GET',
  path: '/event_archives',
  summary: 'Returns the latest published archives of events.',
  access: { session: 'public' },
  query: z.object({ limit: pageQuery.limit }),
  response: page(archive),
  errors: [],
  tags: ['Archive'],
});

export const listCategoryArchives = endpoint({
  name: 'listCategoryArchives',
  method: 'GET',
  path: '/categories/{id}/archives',
  summary: 'Returns the published archives of a category, newest first.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object(pageQuery),
  response: page(archive),
  errors: ['not_found'],
  tags: ['Archive', 'Category'],
});

export const getArchive = endpoint({
  name: 'getArchive',
  method: 'GET',
  path: '/archives/{id}',
  summary:
    'Returns one archive, with media URLs signed for four hours if the viewer may watch. Before publication it is found by its host and the recorded speakers only.',
  access: { session: 'public' },
  params: z.object({ id }),
  response: archiveDetail,
  errors: ['not_found'],
  tags: ['Archive'],
});

export const listArchiveRecommends = endpoint({
  name: 'listArchiveRecommends',
  method: 'GET',
  path: '/archives/{id}/recommends',
  summary: 'Returns what to watch next, best first: often watched together, of the same host or category.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object({ limit: limit(10, MAX_RECOMMENDED_ARCHIVES) }),
  response: z.object({ items: z.array(archive) }),
  errors: ['not_found'],
  tags: ['Archive'],
});

const seconds = z.number().check(z.minimum(0), z.maximum(MAX_ARCHIVE_SECONDS));

export const watchArchive = endpoint({
  name: 'watchArchive',
  method: 'POST',
  path: '/archives/{id}/watch',
  summary:
    'Remembers how far the viewer has watched, and counts a watch after 30 seconds or half of the video: once per viewer in 24 hours, never for the host.',
  access: { session: 'visitor' },
  params: z.object({ id }),
  body: z.strictObject({
    /** Identifies one playback: from opening the player until it is closed. */
    sessionId: id,
    positionSeconds: seconds,
    /** Seconds of video played in this session, without those skipped. */
    watchedSeconds: seconds,
  }),
  response: z.object({ counted: z.boolean(), watchCount: count }),
  errors: ['not_found', 'subscription_required'],
});

export const listContinuedArchives = endpoint({
  name: 'listContinuedArchives',
  isExtension: true,
  method: 'GET',
  path: '/me/continued_archives',
  summary: 'Returns what the signed-in user has begun to watch and not finished, latest first.',
  access: { session: 'person' },
  query: z.object({ limit: limit(4, MAX_CONTINUED_ARCHIVES) }),
  response: z.object({ items: z.array(archive) }),
  errors: [],
  tags: ['Archive'],
});

export const reportArchive = endpoint({
  name: 'reportArchive',
  isExtension: true,
  method: 'POST',
  path: '/archives/{id}/report',
  summary: 'Reports an archive to the staff, with what it shows. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject(reportFields),
  response: ok,
  errors: ['not_found', 'invalid', 'rate_limited'],
});

export const listUserArchives = endpoint({
  name: 'listUserArchives',
  method: 'GET',
  path: '/users/{id}/archives',
  summary:
    'Returns the archives that a user has published of their classrooms and events, newest first. Empty for users aged 12 or under.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object(pageQuery),
  response: page(archive),
  errors: ['not_found'],
  tags: ['Archive'],
});
