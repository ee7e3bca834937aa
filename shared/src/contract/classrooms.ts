import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_CLASSROOM_DESCRIPTION_LENGTH, MAX_CLASSROOM_NAME_LENGTH, MAX_DAYS_AHEAD, MAX_INTERESTS } from './limits';
import { count, id, iso, page, pageQuery, text } from './primitives';
import { user } from './users';

/** Length of every classroom, in minutes. */
export const CLASSROOM_MINUTES = 45;
/** How much a start time may lie in the past when it reaches the server, in milliseconds: typing and the network take time. */
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
  /** 45; the room of an event is open for as long as the event takes. */
  minutes: count,
  endAt: iso,
  state: classroomState,
  allUsers: z.boolean(),
  audienceMode: z.boolean(),
  privateMode: z.boolean(),
  locked: z.boolean(),
  /** Closed by itself because minors are in it without a verified adult; only somebody who looks after it ends that. */
  isGuarded: z.boolean(),
  recording: z.boolean(),
  coverUrl: z.nullable(z.string()),
  reservedCount: count,
  participantCount: count,
  commentCount: count,
  maxSpeakers: count,
  maxListeners: count,
  isReserved: z.boolean(),
  myRole: z.nullable(roomRole),
  /** Of the room of an event: it is in no list, and open to who has a place in that event. */
  eventId: z.nullable(id),
  archiveId: z.nullable(id),
  startedAt: z.nullable(iso),
  endedAt: z.nullable(iso),
  createdAt: iso,
  updatedAt: iso,
});
export type Classroom = z.output<typeof classroom>;

/** A classroom's own page also shows the first seven people who reserved (those of 12 or under are left out). */
export const classroomDetail = z.extend(classroom, { reservedUsers: z.array(user) });
export type ClassroomDetail = z.output<typeof classroomDetail>;

export const classroomName = text({
  min: 1,
  max: MAX_CLASSROOM_NAME_LENGTH,
  empty: 'タイトルを入力してください。',
  tooLong: `タイトルは${MAX_CLASSROOM_NAME_LENGTH}文字以内で入力してください。`,
});
export const classroomDescription = text({
  max: MAX_CLASSROOM_DESCRIPTION_LENGTH,
  tooLong: `説明は${MAX_CLASSROOM_DESCRIPTION_LENGTH}文字以内で入力してください。`,
});

const startAt = z.iso.datetime({ error: '開始日時を入力してください。' }).check(
  z.refine((value) => new Date(value).getTime() >= Date.now() - START_TOLERANCE_MS, {
    error: '開始日時は現在以降を指定してください。',
  }),
  z.refine((value) => new Date(value).getTime() <= Date.now() + MAX_DAYS_AHEAD * 86_400_000, {
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

/** The key of a private classroom, as its invitation URL carries it. */
const key = z.optional(z.string().check(z.maxLength(64)));

export const listClassrooms = endpoint({
  name: 'listClassrooms',
  method: 'GET',
  path: '/classrooms',
  summary:
    'Classrooms by state, host and category. Live and scheduled ones come by start, ended and cancelled ones newest first. Private ones only for their host and for people who reserved.',
  access: { session: 'public' },
  query: z.object({
    state: z.optional(classroomState),
    userId: z.optional(id),
    categoryId: z.optional(id),
    /** Only those that the caller has reserved. */
    reserved: z.optional(z.literal('true')),
    ...pageQuery,
  }),
  response: z.extend(page(classroom), { totalCount: count }),
  errors: [],
  tags: ['Classroom'],
});

/** In which part somebody has to do with a classroom. */
export const myClassroomRole = z.enum(['host', 'reserved', 'attended']);
export type MyClassroomRole = z.output<typeof myClassroomRole>;

/** A classroom as its own people see it among theirs. */
export const myClassroom = z.extend(classroom, { myParts: z.array(myClassroomRole) });
export type MyClassroom = z.output<typeof myClassroom>;

export const listMyClassrooms = endpoint({
  name: 'listMyClassrooms',
  isExtension: true,
  method: 'GET',
  path: '/me/classrooms',
  summary:
    "The person's own classrooms: hosted, reserved, attended. What is to come goes by its start and has what is live in it, what is over or cancelled begins with the newest.",
  access: { session: 'person' },
  query: z.object({
    when: z._default(z.enum(['upcoming', 'past']), 'upcoming'),
    /** Only those in which the person has this part. Default: any. */
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
    'Creates a classroom of 45 minutes with the caller as its host. A non-professional adult always creates one open to all.',
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
  summary: 'One classroom. A private one is not found without its key or membership.',
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
  rotateKey: z.optional(z.literal(true)),
});

export const updateClassroom = endpoint({
  name: 'updateClassroom',
  method: 'PATCH',
  path: '/classrooms/{id}',
  summary:
    'Changes a classroom; of the room of an event only who may come in, who speaks, and recording. Recording is refused while nothing can record. The start moves only while it is scheduled; a co-host may lock it and nothing else.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: updateClassroomBody,
  response: classroomDetail,
  errors: ['not_found', 'kicked', 'not_owner', 'conflict', 'ended', 'invalid', 'media_unavailable'],
  invalidates: ['Classroom'],
  maxRetries: 0,
});

export const deleteClassroom = endpoint({
  name: 'deleteClassroom',
  method: 'DELETE',
  path: '/classrooms/{id}',
  summary:
    'Cancels a scheduled classroom, ends a live one. The room of an event that has not opened yet is cancelled with the event alone.',
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
  summary: 'What to share: the public URL, a text and an image. Never carries the private key.',
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
  summary: 'Who reserved a seat, the first one first. People of 12 or under are left out, as are those who have left.',
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
  summary: 'Keeps a seat in a scheduled classroom. Repeating it changes nothing.',
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
  summary: 'Gives a reserved seat back. Repeating it changes nothing.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ isReserved: z.literal(false), reservedCount: count }),
  errors: ['not_found', 'kicked', 'conflict'],
  invalidates: ['Classroom'],
});
