import type { ClassroomState, RoomRole } from '@manabiba/shared/contract/classrooms';
import {
  EVENT_GRACE_MINUTES,
  GRACE_MINUTES,
  OPENS_BEFORE_MINUTES,
  PRESENCE_INTERVAL_MS,
} from '@manabiba/shared/contract/limits';
import type { JoinObstacle } from '@manabiba/shared/contract/rooms';
import { addMilliseconds, addMinutes, subMinutes } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import { isSignedIn, type Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { isMinor } from '../../users/age';
import { type ClassroomAccess, isModeratorOf, type Opening, requireVisible, seatsOf } from '../classroom-rules';
import { accessOf, isPresent, type Place, type RoomRow } from './room-row';

/** A room whose host has not come this many minutes after its start is cancelled. */
export const CANCELLED_AFTER_MINUTES = 15;
/** A room whose host has been gone for this many minutes ends. */
export const HOST_GONE_MINUTES = 5;
/**
 * The live documents of an ended room are deleted this many minutes after its end, so that everyone sees that it has
 * ended.
 */
const FORGOTTEN_AFTER_MINUTES = 10;
/** A participant without a heartbeat for this many milliseconds is removed. */
export const SILENT_MS = 3 * PRESENCE_INTERVAL_MS;
/** How long a raised hand keeps its place in the queue for a participant who was disconnected, in milliseconds. */
export const HAND_KEPT_MS = 5 * millisecondsInMinute;
/** How long reserved seats are kept free after the room began, in milliseconds. */
const RESERVED_SEATS_KEPT_MS = 5 * millisecondsInMinute;
/** How many minutes before the end participants are warned; 0 is the end itself. */
export const WARNINGS = [5, 1, 0] as const;

/** Returns when a scheduled room is cancelled. */
export const cancelledAt = (room: Pick<RoomRow, 'start_at'>) => addMinutes(room.start_at, CANCELLED_AFTER_MINUTES);
/** Returns when a live room ends at the latest. */
export const hardStopOf = (room: Pick<RoomRow, 'end_at' | 'event_id'>) =>
  addMinutes(room.end_at, room.event_id === null ? GRACE_MINUTES : EVENT_GRACE_MINUTES);

/** Returns when the live documents of a room that ended at that time are deleted. */
export const forgottenAt = (endedAt: Date) => addMinutes(endedAt, FORGOTTEN_AFTER_MINUTES);

/** A transition of a room caused by time. */
export type Step = { kind: 'cancel' } | { kind: 'end' } | { kind: 'warn'; minutesLeft: 5 | 1 | 0 } | { kind: 'forget' };

/**
 * Returns the step that is due in a room now, if any. `hostLeftAt` is null while the host is present. An event room
 * opens and is cancelled with its event, and does not end because its host is gone.
 */
export function dueStep(
  room: Pick<RoomRow, 'state' | 'start_at' | 'end_at' | 'ended_at' | 'minutes_left' | 'event_id'>,
  hostLeftAt: Date | null,
  now: Date,
): Step | null {
  const isClassroom = room.event_id === null;
  if (room.state === 'scheduled') return isClassroom && now >= cancelledAt(room) ? { kind: 'cancel' } : null;
  if (room.state === 'ended' && room.ended_at !== null && now >= forgottenAt(room.ended_at)) return { kind: 'forget' };
  if (room.state !== 'live') return null;
  const isHostGone = isClassroom && hostLeftAt !== null && now >= addMinutes(hostLeftAt, HOST_GONE_MINUTES);
  if (now >= hardStopOf(room) || isHostGone) return { kind: 'end' };
  const minutesLeft = WARNINGS.findLast((minutes) => now >= subMinutes(room.end_at, minutes));
  return minutesLeft === undefined || minutesLeft === room.minutes_left ? null : { kind: 'warn', minutesLeft };
}

/**
 * Returns whether a participant may publish nothing until they agree to the recording. The host agrees by turning it
 * on; minors are never recorded, and who has no birth date never speaks.
 */
export const awaitsConsent = (
  room: Pick<RoomRow, 'recording' | 'host_id'>,
  person: { userId: string | null; birthDate: string | null; consentAt: Date | null },
  now: Date,
): boolean =>
  room.recording &&
  room.host_id !== person.userId &&
  person.consentAt === null &&
  person.birthDate !== null &&
  !isMinor(person.birthDate, now);

/** Returns the state by the clock, even if the job that writes it has not run yet. */
export function stateAt(room: RoomRow, now: Date): ClassroomState {
  const step = dueStep(room, null, now);
  if (step?.kind === 'cancel') return 'cancelled';
  return step?.kind === 'end' ? 'ended' : room.state;
}

export const isOver = (room: RoomRow, now: Date) => ['ended', 'cancelled'].includes(stateAt(room, now));

/**
 * Returns whether a viewer may never speak in a room: users of 12 or under, those without guardian consent, anonymous
 * viewers, and pupils whose school forbids it.
 */
export const mayOnlyListen = (viewer: Viewer) =>
  !isSignedIn(viewer) || viewer.kind === 'child' || viewer.isConsentMissing || !viewer.canSpeak;

/**
 * Returns the role on joining. A role given by the host stays, as do host and co-host. Users named as speakers
 * beforehand speak.
 */
export function joinRoleOf(viewer: Viewer, { room, me, isEventSpeaker }: Place): RoomRole {
  if (me?.role === 'host') return 'host';
  if (mayOnlyListen(viewer)) return 'listener';
  if (me?.role === 'co_host' || (me && me.is_role_given)) return me.role;
  return room.audience_mode && !isEventSpeaker ? 'listener' : 'speaker';
}

/** The occupancy of a room. */
export interface Occupancy {
  speakers: number;
  listeners: number;
  /** Reservations whose owner has not come yet. */
  expected: number;
}

/** Returns how many more users without a reservation may join. */
export function spaceLeftOf(
  { room, isReserved }: Place,
  { speakers, listeners, expected }: Occupancy,
  engineCapacity: number,
  now: Date,
): number {
  const isKept = room.started_at === null || now < addMilliseconds(room.started_at, RESERVED_SEATS_KEPT_MS);
  const kept = isKept && !isReserved ? expected : 0;
  const seats = seatsOf({ maxSpeakers: room.max_speakers, maxListeners: room.max_listeners }, engineCapacity);
  return Math.max(0, seats - speakers - listeners - kept);
}

/** Returns the role for which a seat is left. A would-be speaker takes a listener seat when no speaker seat is free. */
export function seatFor(role: RoomRole, { room, group }: Place, { speakers, listeners }: Occupancy): RoomRole | null {
  if (role === 'host' || role === 'co_host') return role;
  // Everybody in a group has a voice, beyond the seats of the stage.
  if (role === 'speaker' && (group !== null || speakers < room.max_speakers)) return 'speaker';
  return listeners < room.max_listeners ? 'listener' : null;
}

/** Returns all obstacles that keep a viewer who may see the room from joining, the most important first. */
export function obstaclesOf(
  viewer: Viewer,
  place: Place,
  occupancy: Occupancy,
  engineCapacity: number,
  now: Date,
): JoinObstacle[] {
  const { room, me } = place;
  const access = accessOf(place);
  const isModerator = isModeratorOf(access);
  const isInside = isPresent(me);
  const obstacles: JoinObstacle[] = [];
  const isOfStudents = viewer.kind === 'student' || viewer.kind === 'child' || viewer.kind === 'school';
  if (!room.all_users && !isOfStudents && !isModerator)
    obstacles.push(viewer.kind === 'anonymous' ? 'unauthenticated' : 'audience_restricted');
  if (isOver(room, now)) return [...obstacles, 'ended'];
  const mayOpen =
    room.event_id === null && access.myRole === 'host' && now >= subMinutes(room.start_at, OPENS_BEFORE_MINUTES);
  if (room.state === 'scheduled' && !mayOpen) obstacles.push('not_open');
  if (isModerator || isInside) return obstacles;
  // The host has let in whoever was admitted from the lobby.
  const wasLetIn = me !== null && (me.joined_at ?? me.admitted_at) !== null;
  if (room.is_guarded && !me?.joined_at) obstacles.push('guarded');
  if (room.locked && !wasLetIn) obstacles.push('locked');
  const hasSeat =
    spaceLeftOf(place, occupancy, engineCapacity, now) > 0 &&
    seatFor(joinRoleOf(viewer, place), place, occupancy) !== null;
  if (!hasSeat) obstacles.push('full');
  return obstacles;
}

/** Throws for the most important obstacle. */
export function requireNoObstacle([obstacle]: readonly JoinObstacle[]): void {
  if (obstacle !== undefined) throw new AppError(obstacle);
}

/** Throws `not_found` or `kicked` for a viewer who may not see the room. */
export function requireRoom(place: Place | undefined, opening: Opening = {}): Place & { access: ClassroomAccess } {
  if (!place) throw new AppError('not_found');
  return { ...place, access: requireVisible(accessOf(place), opening) };
}

/** Throws `ended` when the room is over, and `not_joined` for a viewer who is not in it now. */
export function requireParticipant(place: Place, now: Date): asserts place is Place & { me: NonNullable<Place['me']> } {
  if (isOver(place.room, now)) throw new AppError('ended');
  if (place.me === null || !isPresent(place.me)) throw new AppError('not_joined');
}

/** Throws `role_required` unless the viewer is host or co-host. */
export function requireModerator(access: ClassroomAccess): void {
  if (!isModeratorOf(access)) throw new AppError('role_required');
}

/** Returns whether this role may lift a ban: the host any, a co-host none by the host. */
export const mayReadmit = (role: RoomRole | null, kicked: { kicked_by: string | null }, hostId: string): boolean =>
  role === 'host' || kicked.kicked_by !== hostId;
