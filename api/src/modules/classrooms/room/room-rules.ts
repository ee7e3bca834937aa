import type { ClassroomState, RoomRole } from '@manabiba/shared/contract/classrooms';
import {
  EVENT_GRACE_MINUTES,
  GRACE_MINUTES,
  OPENS_BEFORE_MINUTES,
  PRESENCE_INTERVAL_MS,
} from '@manabiba/shared/contract/limits';
import type { JoinObstacle } from '@manabiba/shared/contract/rooms';

import { isSignedIn, type Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { type ClassroomAccess, isModeratorOf, type Opening, requireVisible, seatsOf } from '../classroom-rules';
import { accessOf, isPresent, type Place, type RoomRow } from './room-row';

const MINUTE_MS = 60_000;
/** A room whose host has not come by then is cancelled, in minutes after its start. */
export const CANCELLED_AFTER_MINUTES = 15;
/** A room whose host is gone for so long ends, in minutes. */
export const HOST_GONE_MINUTES = 5;
/** Everybody sees that a room has ended; then its live documents go, in minutes after its end. */
const FORGOTTEN_AFTER_MINUTES = 10;
/** Whoever has not been heard of for so long is out, in milliseconds. */
export const SILENT_MS = 3 * PRESENCE_INTERVAL_MS;
/** A hand stays in the queue for whoever comes back within this time without having said goodbye, in milliseconds. */
export const HAND_KEPT_MS = 5 * MINUTE_MS;
/** Seats that were reserved are kept free for so long after the room began, in milliseconds. */
const RESERVED_SEATS_KEPT_MS = 5 * MINUTE_MS;
/** How many minutes before the end people are told, and at the end itself. */
export const WARNINGS = [5, 1, 0] as const;

export const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE_MS);

/** When a scheduled room is given up. */
export const cancelledAt = (room: Pick<RoomRow, 'start_at'>) => minutesAfter(room.start_at, CANCELLED_AFTER_MINUTES);
/** When a live room ends in any case. */
export const hardStopOf = (room: Pick<RoomRow, 'end_at' | 'event_id'>) =>
  minutesAfter(room.end_at, room.event_id === null ? GRACE_MINUTES : EVENT_GRACE_MINUTES);

/** When the live documents of a room go that ended at that time. */
export const forgottenAt = (endedAt: Date) => minutesAfter(endedAt, FORGOTTEN_AFTER_MINUTES);

/** What becomes of a room by the passing of time. */
export type Step = { kind: 'cancel' } | { kind: 'end' } | { kind: 'warn'; minutesLeft: 5 | 1 | 0 } | { kind: 'forget' };

/**
 * What is due in a room now, if anything. `hostLeftAt` is null while the host is there. The room of an event is opened and
 * called off with its event, and does not end because its host is gone.
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
  const isHostGone = isClassroom && hostLeftAt !== null && now >= minutesAfter(hostLeftAt, HOST_GONE_MINUTES);
  if (now >= hardStopOf(room) || isHostGone) return { kind: 'end' };
  const minutesLeft = WARNINGS.findLast((minutes) => now >= minutesAfter(room.end_at, -minutes));
  return minutesLeft === undefined || minutesLeft === room.minutes_left ? null : { kind: 'warn', minutesLeft };
}

/** The state that the clock says, also where the job that writes it has not run yet. */
export function stateAt(room: RoomRow, now: Date): ClassroomState {
  const step = dueStep(room, null, now);
  if (step?.kind === 'cancel') return 'cancelled';
  return step?.kind === 'end' ? 'ended' : room.state;
}

export const isOver = (room: RoomRow, now: Date) => ['ended', 'cancelled'].includes(stateAt(room, now));

/** Who may never speak in a room: people of 12 or under, those whose guardian has not agreed, visitors, and pupils whose school does not let them. */
export const mayOnlyListen = (viewer: Viewer) =>
  !isSignedIn(viewer) || viewer.kind === 'child' || viewer.isConsentMissing || !viewer.canSpeak;

/** The role that somebody comes in with. One that the host gave stays, as do host and co-host. Who was named beforehand speaks. */
export function joinRoleOf(viewer: Viewer, { room, me, isEventSpeaker }: Place): RoomRole {
  if (me?.role === 'host') return 'host';
  if (mayOnlyListen(viewer)) return 'listener';
  if (me?.role === 'co_host' || (me && me.is_role_given)) return me.role;
  return room.audience_mode && !isEventSpeaker ? 'listener' : 'speaker';
}

/** How full a room is. */
export interface Occupancy {
  speakers: number;
  listeners: number;
  /** Who reserved and has not come yet. */
  expected: number;
}

/** How many more may come in who have not reserved. */
export function spaceLeftOf(
  { room, isReserved }: Place,
  { speakers, listeners, expected }: Occupancy,
  engineCapacity: number,
  now: Date,
): number {
  const isKept = room.started_at === null || now.getTime() < room.started_at.getTime() + RESERVED_SEATS_KEPT_MS;
  const kept = isKept && !isReserved ? expected : 0;
  const seats = seatsOf({ maxSpeakers: room.max_speakers, maxListeners: room.max_listeners }, engineCapacity);
  return Math.max(0, seats - speakers - listeners - kept);
}

/** Whether a seat for that role is left where there is space. Who could speak takes a listener's seat when no speaker's is free. */
export function seatFor(role: RoomRole, { room }: Place, { speakers, listeners }: Occupancy): RoomRole | null {
  if (role === 'host' || role === 'co_host') return role;
  if (role === 'speaker' && speakers < room.max_speakers) return 'speaker';
  return listeners < room.max_listeners ? 'listener' : null;
}

/** Everything that keeps somebody out who may see the room, the weightiest first. */
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
    room.event_id === null && access.myRole === 'host' && now >= minutesAfter(room.start_at, -OPENS_BEFORE_MINUTES);
  if (room.state === 'scheduled' && !mayOpen) obstacles.push('not_open');
  if (isModerator || isInside) return obstacles;
  if (room.is_guarded && !me?.joined_at) obstacles.push('guarded');
  if (room.locked && !me?.joined_at) obstacles.push('locked');
  const hasSeat =
    spaceLeftOf(place, occupancy, engineCapacity, now) > 0 &&
    seatFor(joinRoleOf(viewer, place), place, occupancy) !== null;
  if (!hasSeat) obstacles.push('full');
  return obstacles;
}

/** Refuses by the weightiest obstacle. A closed room is not open. */
export function requireNoObstacle([obstacle]: readonly JoinObstacle[]): void {
  if (obstacle === undefined) return;
  throw new AppError(obstacle === 'locked' || obstacle === 'guarded' ? 'not_open' : obstacle);
}

/** Refuses with `not_found` or `kicked` whoever may not see the room. */
export function requireRoom(place: Place | undefined, opening: Opening = {}): Place & { access: ClassroomAccess } {
  if (!place) throw new AppError('not_found');
  return { ...place, access: requireVisible(accessOf(place), opening) };
}

/** Refuses with `ended` what is over, and with `not_joined` whoever is not in the room now. */
export function requireParticipant(place: Place, now: Date): asserts place is Place & { me: NonNullable<Place['me']> } {
  if (isOver(place.room, now)) throw new AppError('ended');
  if (place.me === null || !isPresent(place.me)) throw new AppError('not_joined');
}

/** Refuses with `role_required` whoever is neither host nor co-host. */
export function requireModerator(access: ClassroomAccess): void {
  if (!isModeratorOf(access)) throw new AppError('role_required');
}

/** Whether somebody of this role may take a kick back: the host any, a co-host none of the host's. */
export const mayReadmit = (role: RoomRole | null, kicked: { kicked_by: string | null }, hostId: string): boolean =>
  role === 'host' || kicked.kicked_by !== hostId;
