import * as z from 'zod/mini';

import { roomRole } from './classrooms';
import { endpoint } from './endpoint';
import { MAX_RATING_NOTE_LENGTH, MAX_STARS } from './limits';
import { count, id, iso, text } from './primitives';

const classroomParams = z.object({ id });

const starsSentence = `星を1から${MAX_STARS}で選んでください。`;
const stars = z
  .int({ error: starsSentence })
  .check(z.minimum(1, { error: starsSentence }), z.maximum(MAX_STARS, { error: starsSentence }));

export const rateClassroomBody = z.strictObject({ stars, note: z.optional(text({ max: MAX_RATING_NOTE_LENGTH })) });

/** What an attendee said about a class. An empty note is none. */
export const classroomRating = z.object({ stars: z.int(), note: z.string(), ratedAt: iso });
export type ClassroomRating = z.output<typeof classroomRating>;

/** One rating as the host sees it. The name is null for minors, and where the host or the person has blocked the other. */
export const receivedRating = z.extend(classroomRating, { nickname: z.nullable(z.string()) });
export type ReceivedRating = z.output<typeof receivedRating>;

export const classroomSummary = z.object({
  role: roomRole,
  /** How long the viewer was in the room, in seconds. */
  secondsPresent: count,
  /**
   * How many classrooms of this host the viewer has attended in a row, this one included. Null for the host, for anonymous
   * visitors and for the room of an event.
   */
  attendedInARow: z.nullable(count),
  /** How many people were in the room besides the host. */
  attendeeCount: count,
  recording: z.enum(['none', 'processing', 'review', 'published', 'failed']),
  /** Until when the viewer can rate the class. Null when they cannot: they are its host, anonymous, or it is too late. */
  ratingUntil: z.nullable(iso),
  rating: z.nullable(classroomRating),
});
export type ClassroomSummary = z.output<typeof classroomSummary>;

export const getClassroomSummary = endpoint({
  name: 'getClassroomSummary',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/summary',
  summary:
    'Returns what an ended class was for the caller: the time attended, the classes of its host attended in a row, the state of the recording, and their rating. Only for those who attended it.',
  access: { session: 'visitor' },
  params: classroomParams,
  response: classroomSummary,
  errors: ['not_found', 'kicked', 'role_required', 'conflict'],
  tags: ['Classroom'],
});

export const rateClassroom = endpoint({
  name: 'rateClassroom',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/rating',
  summary:
    'Rates an ended class with one to five stars and an optional sentence, which only its host sees. Only for those who attended it; repeating the call within seven days of the end changes the rating.',
  access: { session: 'person' },
  params: classroomParams,
  body: rateClassroomBody,
  response: classroomRating,
  errors: ['not_found', 'kicked', 'role_required', 'suspended', 'conflict'],
  invalidates: ['Classroom'],
});

export const listClassroomRatings = endpoint({
  name: 'listClassroomRatings',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/ratings',
  summary:
    'Returns the ratings of a class to its host, the latest first, with their average. Minors and people in a block with the host have no name.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({
    /** With two decimals; null without ratings. */
    average: z.nullable(z.number()),
    items: z.array(receivedRating),
  }),
  errors: ['not_found', 'kicked', 'not_owner'],
  tags: ['Classroom'],
});
