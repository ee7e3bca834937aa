import { millisecondsInDay } from 'date-fns/constants';
import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_CLASSROOM_DESCRIPTION_LENGTH, MAX_CLASSROOM_NAME_LENGTH, MAX_DAYS_AHEAD, MAX_INTERESTS } from './limits';
import { count, givenTime, id, iso, line, page, pageQuery, text } from './primitives';
import { ratingAverage } from './rating-average';
import { seriesOfDate } from './series-of-date';
import { user } from './users';

/** Duration of every classroom, in minutes. */
export const CLASSROOM_MINUTES = 45;
/**
 * How far in the past a start time may be when it reaches the server, in milliseconds, to allow for typing and network
 * latency.
 */
export const START_TOLERANCE_MS = 60_000;
export const classroomState = z.enum(['scheduled', 'live', 'ended', 'cancelled']);
export type ClassroomState = z.output<typeof classroomState>;
export const roomRole = z.enum(['host', 'co_host', 'speaker', 'listener']);
export type RoomRole = z.output<typeof roomRole>;

export const classroom = z.object({
  id,
  name: z.string(),
  description: z.string(),
  categoryId: id,
  interestIds: z.array(id),
  host: user,
  startAt: iso,
  /** 45; the room of an event stays open for the duration of the event. */
  minutes: count,
  endAt: iso,
  state: classroomState,
  allUsers: z.boolean(),
  audienceMode: z.boolean(),
  privateMode: z.boolean(),
  locked: z.boolean(),
  /**
   * Locked automatically because minors are present without a verified adult; only a verified adult host or co-host
   * entering ends that.
   */
  isGuarded: z.boolean(),
  recording: z.boolean(),
  coverUrl: z.nullable(z.string()),
  /** A still image of the stage of less than 90 seconds ago, where the host shows one. Absent in the answer of an older api. */
  frameUrl: z._default(z.nullable(z.string()), null),
  reservedCount: count,
  participantCount: count,
  commentCount: count,
  maxSpeakers: count,
  maxListeners: count,
  isReserved: z.boolean(),
  myRole: z.nullable(roomRole),
  /** For the room of an event: it is in no list, and open to participants of that event. */
  eventId: z.nullable(id),
  archiveId: z.nullable(id),
  startedAt: z.nullable(iso),
  endedAt: z.nullable(iso),
  createdAt: iso,
  updatedAt: iso,
  rating: ratingAverage,
  /** The series that it is a date of. Absent in the answer of an older api. */
  series: z._default(z.nullable(seriesOfDate), null),
});
export type Classroom = z.output<typeof classroom>;

/** The classroom detail also includes the first seven people who reserved, without users aged 12 or under. */
export const classroomDetail = z.extend(classroom, {
  reservedUsers: z.array(user),
  /** Whether the room has voice and video. Absent in the answer of an older api. */
  hasMedia: z._default(z.boolean(), false),
  /** Whether the viewer, as the host, can record it. Absent in the answer of an older api. */
  canRecord: z._default(z.boolean(), false),
  /** Whether it has materials, for whomever. Absent in the answer of an older api, which has to be asked for them. */
  hasMaterials: z._default(z.boolean(), true),
  /** Whether its host has written to those who take part. Absent in the answer of an older api. */
  hasMessages: z._default(z.boolean(), true),
});
export type ClassroomDetail = z.output<typeof classroomDetail>;

export const classroomName = line({
  min: 1,
  max: MAX_CLASSROOM_NAME_LENGTH,
  empty: 'タイトルを入力してください。',
  tooLong: `タイトルは${MAX_CLASSROOM_NAME_LENGTH}文字以内で入力してください。`,
});
export const classroomDescription = text({
  max: MAX_CLASSROOM_DESCRIPTION_LENGTH,
  tooLong: `説明は${MAX_CLASSROOM_DESCRIPTION_LENGTH}文字以内で入力してください。`,
});

const startAt = givenTime('開始日時を入力してください。').check(
  z.refine((value) => new Date(value).getTime() >= Date.now() - START_TOLERANCE_MS, {
    error: '開始日時は現在以降を指定してください。',
  }),
  z.refine((value) => new Date(value).getTime() <= Date.now() + MAX_DAYS_AHEAD * millisecondsInDay, {
    error: `開始日時は${MAX_DAYS_AHEAD}日以内で指定してください。`,
  }),
);
const input = {
  name: classroomName,
  description: z.optional(classroomDescription),
  categoryId: z
    .string({ error: 'カテゴリーを選択してください。' })
    .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'カテゴリーを選択してください。' })),
  startAt,
  minutes: z.optional(z.int()),
  allUsers: z.boolean(),
  interestIds: z.optional(
    z.array(id).check(z.maxLength(MAX_INTERESTS, { error: `興味は${MAX_INTERESTS}つまで選べます。` })),
  ),
  audienceMode: z.boolean(),
  privateMode: z.boolean(),
};

export const createClassroomBody = z.strictObject(input);
export type CreateClassroomInput = z.input<typeof createClassroomBody>;

/** The key of a private classroom, from its invitation URL. */
const key = z.optional(z.string().check(z.maxLength(64)));

export const listClassrooms = endpoint({
  name: 'listClassrooms',
  method: 'GET',
  path: '/classrooms',
  summary:
    'Returns classrooms by state, host and category. Live ones begin with the largest audiences that have at least ten minutes left, scheduled ones are sorted by start, all others newest first. Private ones are returned only to their host and to users with a reservation.',
  access: { session: 'public' },
  query: z.object({
    state: z.optional(classroomState),
    userId: z.optional(id),
    categoryId: z.optional(id),
    /** Only those the caller has reserved. */
    reserved: z.optional(z.literal('true')),
    ...pageQuery,
  }),
  response: z.extend(page(classroom), { totalCount: count }),
  errors: [],
  tags: ['Classroom'],
});

/** The user's relation to a classroom. */
export const myClassroomRole = z.enum(['host', 'reserved', 'attended']);
export type MyClassroomRole = z.output<typeof myClassroomRole>;

/** A classroom in the user's own list. */
export const myClassroom = z.extend(classroom, { myParts: z.array(myClassroomRole) });
export type MyClassroom = z.output<typeof myClassroom>;

export const listMyClassrooms = endpoint({
  name: 'listMyClassrooms',
  isExtension: true,
  method: 'GET',
  path: '/me/classrooms',
  summary:
    'Returns the classrooms that the user hosts, has reserved or has attended. Upcoming ones, live ones included, are sorted by start; ended and cancelled ones newest first.',
  access: { session: 'person' },
  query: z.object({
    when: z._default(z.enum(['upcoming', 'past']), 'upcoming'),
    /** Only those in which the user has this role. Default: any. */
    role: z.optional(myClassroomRole),
    ...pageQuery,
  }),
  response: page(myClassroom),
  errors: [],
  tags: ['Classroom'],
});

export const createClassroom = endpoint({
  name: 'createClassroom',
  method: 'POST',
  path: '/classrooms',
  summary:
    'Creates a classroom of 45 minutes with the caller as its host. The classroom of an adult who is not a professional is always open to all.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true, closes: true },
  body: createClassroomBody,
  response: z.object({ id }),
  status: 201,
  errors: ['role_required', 'suspended', 'invalid'],
  invalidates: ['Classroom'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const getClassroom = endpoint({
  name: 'getClassroom',
  method: 'GET',
  path: '/classrooms/{id}',
  summary: 'Returns one classroom. A private one is not found without its key or membership.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object({ key }),
  response: classroomDetail,
  errors: ['not_found', 'kicked'],
  tags: ['Classroom'],
});

export const updateClassroomBody = z.strictObject({
  ...z.partial(z.strictObject(input)).shape,
  locked: z.optional(z.boolean()),
  recording: z.optional(z.boolean()),
  /** Whether those who have not spoken yet come first in the queue of hands. */
  newVoicesFirst: z.optional(z.boolean()),
  rotateKey: z.optional(z.literal(true)),
});

export const updateClassroom = endpoint({
  name: 'updateClassroom',
  method: 'PATCH',
  path: '/classrooms/{id}',
  summary:
    'Updates a classroom; for the room of an event only who may enter, who may speak, the order of hands, and recording. Recording is refused where nothing can record, and to hosts under 18. The start can change only while the classroom is scheduled; a co-host may only lock it.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: updateClassroomBody,
  response: classroomDetail,
  errors: ['not_found', 'kicked', 'not_owner', 'age_restricted', 'conflict', 'ended', 'invalid', 'media_unavailable'],
  invalidates: ['Classroom'],
  maxRetries: 0,
});

export const deleteClassroom = endpoint({
  name: 'deleteClassroom',
  method: 'DELETE',
  path: '/classrooms/{id}',
  summary:
    'Cancels a scheduled classroom or ends a live one. The room of an event that has not opened yet can only be cancelled with the event.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'kicked', 'not_owner', 'conflict', 'ended'],
  invalidates: ['Classroom'],
});

export const shareClassroom = endpoint({
  name: 'shareClassroom',
  method: 'GET',
  path: '/classrooms/{id}/share',
  summary: 'Returns what to share: the public URL, a text and an image. Never contains the private key.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object({ key }),
  response: z.object({
    url: z.string(),
    title: z.string(),
    text: z.string(),
    imageUrl: z.string(),
    hashtags: z.array(z.string()),
  }),
  errors: ['not_found', 'kicked', 'role_required'],
});

export const listReservers = endpoint({
  name: 'listReservers',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/reservations',
  summary:
    'Returns the users with a reservation, the earliest first. Users aged 12 or under and users who have closed their account are left out.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object({ ...pageQuery, key }),
  response: page(user),
  errors: ['not_found', 'kicked'],
  tags: ['Classroom'],
});

export const createReservation = endpoint({
  name: 'createReservation',
  method: 'POST',
  path: '/classrooms/{id}/reservations',
  summary: 'Reserves a seat in a scheduled classroom. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({ key }),
  response: z.object({ isReserved: z.literal(true), reservedCount: count }),
  status: 201,
  errors: ['not_found', 'kicked', 'audience_restricted', 'suspended', 'full', 'conflict', 'ended'],
  invalidates: ['Classroom'],
});

export const deleteReservation = endpoint({
  name: 'deleteReservation',
  method: 'DELETE',
  path: '/classrooms/{id}/reservations',
  summary: 'Cancels a reservation. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ isReserved: z.literal(false), reservedCount: count }),
  errors: ['not_found', 'kicked', 'conflict'],
  invalidates: ['Classroom'],
});
