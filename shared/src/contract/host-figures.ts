import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, id, iso, page, pageQuery } from './primitives';

/**
 * A number of people. `few` is one to four of them; `hidden` is a number that would reveal one to four others who are in
 * the whole and not in this part.
 */
const groupSize = z.union([count, z.enum(['few', 'hidden'])]);
export type GroupSize = z.output<typeof groupSize>;

/** A part of a number of people; null where no class shows both. */
const share = z.nullable(z.object({ part: count, whole: count }));
export type PeopleShare = z.output<typeof share>;

/** Classes that started in the last days; absent: all of them. */
export const figuresDays = z.enum(['30', '90']);
export type FiguresDays = z.output<typeof figuresDays>;
const period = { days: z.optional(figuresDays) };

const hostFigures = z.object({
  classCount: count,
  /** Classes with one to four participants, which no other total includes. */
  smallClassCount: count,
  /** Participants of all classes; whoever was in two counts twice. */
  joined: count,
  medianSeconds: z.nullable(count),
  stayed: share,
  returning: share,
  rating: z.nullable(z.object({ average: z.number(), count })),
});
export type HostFigures = z.output<typeof hostFigures>;

const classFigures = z.object({
  id,
  name: z.string(),
  startAt: iso,
  /** Speakers and listeners, without those who were removed. */
  joined: groupSize,
  /** Null where `joined` is no number, or zero. */
  medianSeconds: z.nullable(count),
  /** Were in the room for most of the class. */
  stayed: groupSize,
  /** Were in an earlier class of the host. */
  returning: groupSize,
  /** The average is null unless the ratings are at least five. */
  rating: z.object({ count: groupSize, average: z.nullable(z.number()) }),
});
export type ClassFigures = z.output<typeof classFigures>;

const archiveFigures = z.object({
  id,
  title: z.string(),
  publishedAt: iso,
  durationSeconds: count,
  /** Signed-in viewers besides the host and the speakers. */
  viewers: groupSize,
  /**
   * How many reached each tenth of the video, the last one being its end; null for one to four. A change by less than five
   * people shows only with the next one. Absent where `viewers` is no number, or zero.
   */
  reached: z.nullable(z.array(z.nullable(count)).check(z.length(10))),
});
export type ArchiveFigures = z.output<typeof archiveFigures>;

export const getHostFigures = endpoint({
  name: 'getHostFigures',
  isExtension: true,
  method: 'GET',
  path: '/me/host_figures',
  summary:
    "Returns the totals of the caller's ended classes, of which the latest 500 count. They are the sums of what listClassFigures returns, so groups of fewer than five people stay unknown.",
  access: { session: 'person' },
  query: z.object(period),
  response: hostFigures,
  errors: [],
  tags: ['Classroom', 'Rating'],
});

export const listClassFigures = endpoint({
  name: 'listClassFigures',
  isExtension: true,
  method: 'GET',
  path: '/me/host_figures/classrooms',
  summary:
    "Returns how many people came to each of the caller's ended classes, stayed, and had come before, the latest class first. Groups of fewer than five people, and numbers from which one could be computed, are not told.",
  access: { session: 'person' },
  query: z.object({ ...period, ...pageQuery }),
  response: page(classFigures),
  errors: [],
  tags: ['Classroom', 'Rating'],
});

export const listArchiveFigures = endpoint({
  name: 'listArchiveFigures',
  isExtension: true,
  method: 'GET',
  path: '/me/host_figures/archives',
  summary:
    "Returns how far viewers came in each of the caller's published archives, the latest first. Groups of fewer than five people, and numbers from which one could be computed, are not told.",
  access: { session: 'person' },
  query: z.object(pageQuery),
  response: page(archiveFigures),
  errors: [],
  tags: ['Archive'],
});
