import * as z from 'zod/mini';

import { groupStay } from './classroom-groups';
import { roomRole } from './classrooms';
import { endpoint } from './endpoint';
import { count, id, iso, text } from './primitives';

const classroomParams = z.object({ id });
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

const participantParams = z.object({ id, userId: id });
export const muteAll = endpoint({
  name: 'muteAll',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/mute_all',
  summary: 'Mutes all participants except the host, the caller and those listed in `except`.',
  access: { session: 'person' },
  params: classroomParams,
  body: z.strictObject({ except: z.optional(z.array(id).check(z.maxLength(100))) }),
  response: z.object({ muted: count }),
  errors: ['not_found', 'kicked', 'role_required', 'ended'],
});

export const lowerHand = endpoint({
  name: 'lowerHand',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/users/{userId}/hand',
  summary: 'Lowers a hand: the own one, or any as host or co-host. Repeating the call changes nothing.',
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
    'Kicks a participant permanently: the user, or for a visitor the anonymous id and the device. A co-host may kick only participants of a lower role.',
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
    'Changes the role of a participant. A host may assign co_host, speaker and listener, a co-host only the latter two.',
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
  summary: 'Admits a participant from the lobby. Repeating the call changes nothing.',
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
  summary:
    'Returns the participants in the lobby to the host and co-hosts. Call again when waitingCount of the room changes.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({
    items: z.array(z.object({ id, nickname: z.string(), avatarUrl: z.nullable(z.string()), waitingSince: iso })),
  }),
  errors: ['not_found', 'kicked', 'role_required'],
});

/** A current or former participant, exactly as the room shows them. */
const roomPerson = { id, nickname: z.string(), avatarUrl: z.nullable(z.string()), isAnonymous: z.boolean() };

export const readmitClassroomUser = endpoint({
  name: 'readmitClassroomUser',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/users/{userId}/kick',
  summary:
    'Undoes a kick: the user, or the device of a visitor, may join again. A co-host may not undo a kick by the host. Repeating the call changes nothing.',
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
  summary: 'Returns the kicked participants to the host and co-hosts, the most recent first.',
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
    'Returns who attended the room, from when, until when and for how long, and in which groups, to the host and co-hosts, and to members of the team of its series with the role `attendance`, during and after the class. Names are those shown in the room.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({
    items: z.array(
      z.object({
        ...roomPerson,
        role: roomRole,
        joinedAt: iso,
        /** Null while the participant is in the room. */
        leftAt: z.nullable(iso),
        secondsPresent: count,
        /** The groups that the participant was in, the first one first. Absent in answers of an older api. */
        groups: z.optional(z.array(groupStay)),
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
    'Returns the invitation URL, with the key of a private classroom, to the host and co-hosts. Valid until the classroom ends or the key is rotated. The room of an event has no invitation: its URL is that of the page of the event.',
  access: { session: 'person' },
  params: classroomParams,
  response: z.object({ url: z.string(), key: z.nullable(z.string()), expiresAt: iso }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});
