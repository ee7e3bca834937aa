import * as z from 'zod/mini';

import { classroomDetail, roomRole } from './classrooms';
import { endpoint } from './endpoint';
import { count, id, iso, text } from './primitives';
import { connectionQuality, reactionName, roomDoc, roomUserDoc } from './room-documents';

export const mediaToken = z.object({
  token: z.string(),
  url: z.string(),
  room: z.string(),
  identity: z.string(),
  grants: z.object({
    subscribe: z.boolean(),
    publishMic: z.boolean(),
    publishCamera: z.boolean(),
    publishScreen: z.boolean(),
    publishData: z.boolean(),
  }),
  expiresAt: iso,
});

export const classroomUser = z.object({
  classroomId: id,
  userId: id,
  role: roomRole,
  joinedAt: z.nullable(iso),
  leftAt: z.nullable(iso),
  secondsPresent: count,
  kickedAt: z.nullable(iso),
  kickedBy: z.nullable(id),
  mutedByHost: z.boolean(),
  recordingConsentAt: z.nullable(iso),
});
export type ClassroomUser = z.output<typeof classroomUser>;

/** The key of a private classroom, as its invitation URL carries it. */
const key = z.optional(z.string().check(z.maxLength(64)));
const classroomParams = z.object({ id });
const participantParams = z.object({ id, userId: id });
/** Made by the browser: names a device or a window, and nothing else. */
const deviceName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** The `seat` of the answer to joining: tells the windows of one person apart. */
const seat = z.optional(count);

/** Why somebody could not join now. */
export const joinObstacle = z.enum([
  'unauthenticated',
  'audience_restricted',
  'full',
  'not_open',
  'guarded',
  'locked',
  'ended',
]);
export type JoinObstacle = z.output<typeof joinObstacle>;

export const prepareClassroom = endpoint({
  name: 'prepareClassroom',
  method: 'GET',
  path: '/classrooms/{id}/prepare',
  summary: 'What joining would give: the role, what stands against it, what to consent to. Changes nothing.',
  access: { session: 'public' },
  params: classroomParams,
  query: z.object({ key }),
  response: z.object({
    classroom: classroomDetail,
    role: roomRole,
    canJoin: z.boolean(),
    reasons: z.array(joinObstacle),
    serverTime: iso,
    iceServers: z.array(
      z.object({ urls: z.array(z.string()), username: z.optional(z.string()), credential: z.optional(z.string()) }),
    ),
    consents: z.array(z.enum(['recording'])),
    spaceLeft: count,
    /** What the whole class would cost of a data plan, in megabytes. */
    estimatedMb: count,
    roomPath: z.string(),
    /** The host lets people in one by one, because people of 12 or under are in it. */
    hasLobby: z.boolean(),
  }),
  errors: ['not_found', 'kicked'],
  tags: ['Classroom'],
});

export const joinClassroom = endpoint({
  name: 'joinClassroom',
  method: 'POST',
  path: '/classrooms/{id}/join',
  summary:
    'Joins the room, or comes back to it with role, hand and mute state kept. In a lobby it answers isWaiting until the host admits; ask again every few seconds.',
  access: { session: 'visitor' },
  params: classroomParams,
  body: z.strictObject({
    key,
    recordingConsent: z.boolean(),
    deviceId: deviceName,
    /** Of the window, when one device may have several. */
    tabId: z.optional(deviceName),
    takeOver: z.optional(z.boolean()),
  }),
  response: z.object({
    role: roomRole,
    room: roomDoc,
    me: roomUserDoc,
    token: z.nullable(mediaToken),
    isWaiting: z.boolean(),
  }),
  errors: [
    'not_found',
    'kicked',
    'unauthenticated',
    'audience_restricted',
    'suspended',
    'full',
    'not_open',
    'joined_elsewhere',
    'ended',
    'invalid',
  ],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const leaveClassroom = endpoint({
  name: 'leaveClassroom',
  method: 'DELETE',
  path: '/classrooms/{id}/leave',
  summary: 'Leaves the room. Repeating it changes nothing, and a window whose seat was taken over ends nothing.',
  access: { session: 'visitor' },
  params: classroomParams,
  query: z.object({
    seat: z.optional(z.coerce.number<string>().check(z.int(), z.minimum(0))),
    /** The page goes and may come right back, as in a reload: a raised hand is kept for who does. */
    mayReturn: z.optional(z.literal('true')),
  }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Classroom'],
});

export const updatePresence = endpoint({
  name: 'updatePresence',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/presence',
  summary:
    'Says that a participant is still there, and how. Every 20 seconds and on change; after 60 s of silence a participant is out.',
  access: { session: 'visitor' },
  params: classroomParams,
  body: z.strictObject({
    isMuted: z.boolean(),
    isCameraOn: z.boolean(),
    isScreenOn: z.boolean(),
    connection: connectionQuality,
    seat,
  }),
  response: z.object({ serverTime: iso, role: roomRole }),
  errors: ['not_found', 'kicked', 'not_joined', 'joined_elsewhere', 'ended'],
});

export const updateMuting = endpoint({
  name: 'updateMuting',
  method: 'PATCH',
  path: '/classrooms/{id}/muting',
  summary: 'Mutes or unmutes oneself; a host or co-host also mutes others. Nobody unmutes another person.',
  access: { session: 'visitor', refuses: { anonymous: 'role_required', child: 'age_restricted' } },
  params: classroomParams,
  body: z.strictObject({ userId: z.optional(id), muted: z.boolean() }),
  response: z.object({ userId: id, isMuted: z.boolean(), mutedByHost: z.boolean() }),
  errors: ['not_found', 'kicked', 'not_joined', 'role_required', 'ended'],
});

export const muteAll = endpoint({
  name: 'muteAll',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/mute_all',
  summary: 'Mutes everybody but the host, oneself and whom it names.',
  access: { session: 'person' },
  params: classroomParams,
  body: z.strictObject({ except: z.optional(z.array(id).check(z.maxLength(100))) }),
  response: z.object({ muted: count }),
  errors: ['not_found', 'kicked', 'role_required', 'ended'],
});

export const sendReaction = endpoint({
  name: 'sendReaction',
  method: 'POST',
  path: '/classrooms/{id}/reactions',
  summary:
    'Shows a reaction to the room, or takes it back with null. At most one in 300 ms. raise_hand also takes a place in the queue.',
  access: { session: 'visitor' },
  params: classroomParams,
  body: z.strictObject({ reactionName: z.nullable(reactionName) }),
  response: z.object({ reactionName: z.nullable(reactionName), reactionAt: z.nullable(iso) }),
  errors: [
    'not_found',
    'kicked',
    'unauthenticated',
    'age_restricted',
    'guardian_required',
    'not_joined',
    'ended',
    'rate_limited',
  ],
  maxRetries: 0,
});

export const lowerHand = endpoint({
  name: 'lowerHand',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/users/{userId}/hand',
  summary: "Lowers a hand: one's own, or anybody's as host or co-host. Repeating it changes nothing.",
  access: { session: 'visitor' },
  params: participantParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
});

export const kickClassroomUser = endpoint({
  name: 'kickClassroomUser',
  method: 'POST',
  path: '/classrooms/{id}/users/{userId}/kick',
  summary:
    'Puts somebody out of the room for good: the person, and of a visitor the anonymous id and the device. A co-host may only do so to those below.',
  access: { session: 'person' },
  params: participantParams,
  body: z.strictObject({ reason: z.optional(text({ max: 500 })) }),
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['Classroom'],
});

export const updateClassroomUserRole = endpoint({
  name: 'updateClassroomUserRole',
  method: 'PUT',
  path: '/classrooms/{id}/users/{userId}/roles',
  summary:
    'Gives somebody of the room another role. A host may give co_host, speaker and listener, a co-host the latter two.',
  access: { session: 'person' },
  params: participantParams,
  body: z.strictObject({ role: roomRole }),
  response: classroomUser,
  errors: ['not_found', 'kicked', 'role_required', 'age_restricted', 'guardian_required', 'full', 'ended', 'invalid'],
});

export const admitClassroomUser = endpoint({
  name: 'admitClassroomUser',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/users/{userId}/admit',
  summary: 'Lets somebody in who waits in the lobby. Repeating it changes nothing.',
  access: { session: 'person' },
  params: participantParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
});

export const listLobby = endpoint({
  name: 'listLobby',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/lobby',
  summary: 'Who waits to be let in, for host and co-hosts. Ask again when waitingCount of the room changes.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({
    items: z.array(z.object({ id, nickname: z.string(), avatarUrl: z.nullable(z.string()), waitingSince: iso })),
  }),
  errors: ['not_found', 'kicked', 'role_required'],
});

/** How somebody who is or was in a room is shown: as the room shows them, and nothing more. */
const roomPerson = { id, nickname: z.string(), avatarUrl: z.nullable(z.string()), isAnonymous: z.boolean() };

export const readmitClassroomUser = endpoint({
  name: 'readmitClassroomUser',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/users/{userId}/kick',
  summary:
    'Takes a kick back: the person, and of a visitor the device, may come in again. A co-host may not take back what the host did. Repeating it changes nothing.',
  access: { session: 'person' },
  params: participantParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['Classroom'],
});

export const listKickedUsers = endpoint({
  name: 'listKickedUsers',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/kicked_users',
  summary: 'Who was put out of the room, the last one first, for host and co-hosts.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({ items: z.array(z.object({ ...roomPerson, kickedAt: iso, canReadmit: z.boolean() })) }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});

export const listAttendance = endpoint({
  name: 'listAttendance',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/attendance',
  summary:
    'Who has been in the room, from when, until when and for how long, for host and co-hosts, during the class and after it. Names are those that the room shows.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({
    items: z.array(
      z.object({
        ...roomPerson,
        role: roomRole,
        joinedAt: iso,
        /** Null while the person is there. */
        leftAt: z.nullable(iso),
        secondsPresent: count,
      }),
    ),
  }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});

export const getClassroomLink = endpoint({
  name: 'getClassroomLink',
  method: 'GET',
  path: '/classrooms/{id}/link',
  summary:
    'The invitation URL, with the key of a private classroom, for host and co-hosts. Good until the classroom is over or the key is turned.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({ url: z.string(), key: z.nullable(z.string()), expiresAt: iso }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});
