import type { PinnedDoc, PresentationDoc, RoomDoc, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { ClassroomUser } from '@manabiba/shared/contract/room-moderation';
import type { Selectable } from 'kysely';

import type { ClassroomsTable } from '../../../tables/classrooms';
import type { ClassroomUsersTable } from '../../../tables/classrooms';
import type { ClassroomAccess } from '../classroom-rules';

export const roomColumns = [
  'id',
  'host_id',
  'state',
  'all_users',
  'audience_mode',
  'private_mode',
  'private_key',
  'locked',
  'is_guarded',
  'new_voices_first',
  'recording',
  'start_at',
  'end_at',
  'started_at',
  'max_speakers',
  'max_listeners',
  'reserved_count',
  'participant_count',
  'minutes_left',
  'event_id',
  'updated_at',
  'ended_at',
] as const satisfies readonly (keyof ClassroomsTable)[];

/** The columns of a live room that its rules use. */
export type RoomRow = Pick<Selectable<ClassroomsTable>, (typeof roomColumns)[number]>;

export const participantColumns = [
  'user_id',
  'anonymous_id',
  'guest_participation_id',
  'guest_name',
  'role',
  'joined_at',
  'left_at',
  'present_since',
  'last_seen_at',
  'seconds_present',
  'kicked_at',
  'kicked_by',
  'muted_by_host',
  'recording_consent_at',
  'device_id',
  'tab_id',
  'seat',
  'is_muted',
  'is_camera_on',
  'is_screen_on',
  'connection',
  'reaction_name',
  'reaction_at',
  'reacted_at',
  'hand_raised_at',
  'is_role_given',
  'waiting_since',
  'admitted_at',
  'spoken_at',
  'away_since',
] as const satisfies readonly (keyof ClassroomUsersTable)[];

/** A user's row in a room, present or past; the name is null for anonymous viewers. */
export type ParticipantRow = Pick<Selectable<ClassroomUsersTable>, (typeof participantColumns)[number]> & {
  nickname: string | null;
  avatar_url: string | null;
};

/** A room and a user's relation to it. */
export interface Place {
  room: RoomRow;
  me: ParticipantRow | null;
  isReserved: boolean;
  isKicked: boolean;
  /** A school separates its host from this user. */
  isSchoolSeparated: boolean;
  /** It is the room of an event in which this user has a participation or is a speaker. */
  isEventAudience: boolean;
  isEventSpeaker: boolean;
  /** The guest ticket whose link admitted this visitor, and whether it has admitted another device since. */
  guestTicket: { id: string; isUsedElsewhere: boolean } | null;
  /** The group of an open division to which they belong, and when that ends. */
  group: { id: string; closesAt: Date } | null;
  /** Whose relation this is, and their birth date; null for anonymous viewers. */
  userId: string | null;
  birthDate: string | null;
}

/** Returns whether a user is in the room now. */
export const isPresent = (me: ParticipantRow | null): boolean =>
  me !== null && me.joined_at !== null && me.left_at === null && me.kicked_at === null;

/** Somebody who has only waited in the lobby and left does not belong to the room, as in `MY_ROLE`. */
const isOfRoom = ({ role, joined_at, admitted_at, waiting_since }: ParticipantRow) =>
  role === 'host' || role === 'co_host' || (joined_at ?? admitted_at ?? waiting_since) !== null;

export function accessOf({
  room,
  me,
  isReserved,
  isKicked,
  isSchoolSeparated,
  isEventAudience,
}: Place): ClassroomAccess {
  return {
    id: room.id,
    state: room.state,
    allUsers: room.all_users,
    privateMode: room.private_mode,
    privateKey: room.private_key,
    maxSpeakers: room.max_speakers,
    maxListeners: room.max_listeners,
    reservedCount: room.reserved_count,
    myRole: me && isOfRoom(me) ? me.role : null,
    isKicked,
    isSchoolSeparated,
    isReserved,
    eventId: room.event_id,
    isEventAudience,
  };
}

const GUEST_DIGITS = 10_000;

/** Returns the name of an anonymous viewer: stable, and distinct from those of others. */
function guestName(anonymousId: string): string {
  let number = 0;
  for (const character of anonymousId) number = (number * 31 + (character.codePointAt(0) ?? 0)) % GUEST_DIGITS;
  return `ゲスト${String(number).padStart(4, '0')}`;
}

/** Returns the name of a participant: guests with a ticket have given one, which is marked as theirs. */
export function participantName(me: { user_id: string; nickname: string | null; guest_name: string | null }): string {
  return me.nickname ?? (me.guest_name === null ? guestName(me.user_id) : `${me.guest_name}(ゲスト)`);
}

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

/** What a room's live document contains besides its row. */
export interface RoomExtras {
  waitingCount: number;
  /** Must increase from one document to the next. */
  version: number;
  pinned: PinnedDoc | null;
  presentation: PresentationDoc | null;
  materialCount: number;
}

/** Converts to the room's live document. */
export function toRoomDoc(room: RoomRow, { waitingCount, version, ...stage }: RoomExtras): RoomDoc {
  return {
    id: room.id,
    state: room.state,
    hostId: room.host_id,
    startedAt: isoOf(room.started_at),
    endAt: room.end_at.toISOString(),
    audienceMode: room.audience_mode,
    locked: room.locked || room.is_guarded,
    isGuarded: room.is_guarded,
    recording: room.recording,
    newVoicesFirst: room.new_voices_first,
    participantCount: room.participant_count,
    waitingCount,
    minutesLeft: room.minutes_left,
    ...stage,
    version,
    updatedAt: room.updated_at.toISOString(),
  };
}

/** Converts to the live document of a participant, except for whether the name links to a profile. */
export function toRoomUserDoc(me: ParticipantRow, isAwaitingConsent: boolean): RoomUserDoc {
  return {
    id: me.user_id,
    nickname: participantName(me),
    avatarUrl: me.avatar_url,
    isAnonymous: me.anonymous_id !== null,
    role: me.role,
    reactionName: me.reaction_name,
    reactionAt: isoOf(me.reaction_at),
    handRaisedAt: isoOf(me.hand_raised_at),
    hasSpoken: me.spoken_at !== null,
    isMuted: me.is_muted,
    mutedByHost: me.muted_by_host,
    isCameraOn: me.is_camera_on,
    isScreenOn: me.is_screen_on,
    connection: me.connection,
    joinedAt: (me.joined_at ?? me.waiting_since ?? new Date(0)).toISOString(),
    seat: me.seat,
    // A listener publishes nothing anyway, and must not be told apart from a minor.
    awaitsConsent: isAwaitingConsent && me.role !== 'listener',
  };
}

export function toClassroomUser(classroomId: string, me: ParticipantRow): ClassroomUser {
  return {
    classroomId,
    userId: me.user_id,
    role: me.role,
    joinedAt: isoOf(me.joined_at),
    leftAt: isoOf(me.left_at),
    secondsPresent: me.seconds_present,
    kickedAt: isoOf(me.kicked_at),
    kickedBy: me.kicked_by,
    mutedByHost: me.muted_by_host,
    recordingConsentAt: isoOf(me.recording_consent_at),
  };
}
