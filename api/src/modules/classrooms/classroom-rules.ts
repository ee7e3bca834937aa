import { CLASSROOM_MINUTES, type ClassroomState, type RoomRole } from '@manabiba/shared/contract/classrooms';

import type { Viewer } from '../../access/viewer';
import type { MediaEnv } from '../../env';
import { AppError } from '../../platform/app-error';

/** What the rules below need to know of a classroom and of the viewer's place in it. */
export interface ClassroomAccess {
  id: string;
  state: ClassroomState;
  allUsers: boolean;
  privateMode: boolean;
  privateKey: string | null;
  maxSpeakers: number;
  maxListeners: number;
  reservedCount: number;
  /** The viewer's row in the room, present or past. */
  myRole: RoomRole | null;
  isKicked: boolean;
  /** A school keeps its pupils among themselves, and the host and the viewer are not of one such school. */
  isSchoolSeparated: boolean;
  isReserved: boolean;
  /** The event whose room it is; null for a classroom. */
  eventId: string | null;
  /** The viewer has a place in that event, or speaks in it. */
  isEventAudience: boolean;
}

/** People that one room can hold while the embedded media engine serves it. */
const EMBEDDED_ENGINE_SEATS = 50;

/** How many people the engine that serves rooms can hold in one, whatever the classroom says. */
export const engineCapacityOf = (media: MediaEnv | null): number =>
  media?.kind === 'embedded' ? EMBEDDED_ENGINE_SEATS : Infinity;

export function endOf(startAt: Date): Date {
  return new Date(startAt.getTime() + CLASSROOM_MINUTES * 60_000);
}

/** In the room of an event a place that was given back counts no more, though its owner has been there. */
export function isMemberOf(access: ClassroomAccess): boolean {
  if (access.eventId !== null) return access.isEventAudience || isModeratorOf(access);
  return access.myRole !== null || access.isReserved;
}

/** Host or co-host: whoever keeps order in the room. */
export function isModeratorOf(access: ClassroomAccess): boolean {
  return access.myRole === 'host' || access.myRole === 'co_host';
}

/** What opens a private classroom to somebody who is not of it. */
export interface Opening {
  /** The key of its invitation URL. */
  key?: string | undefined;
  /** Something of theirs is in it, such as a comment. */
  isInvolved?: boolean;
}

/**
 * Who may see a classroom: everybody, but a private one only with its key or as somebody of it.
 *
 * Refuses with `kicked` whoever was banned from it, and with `not_found` whoever may not know of it: key or
 * not, also pupils whom their school keeps among themselves, of all other classrooms, and everybody else, of theirs.
 */
export function requireVisible(access: ClassroomAccess, { key, isInvolved = false }: Opening): ClassroomAccess {
  if (access.isKicked) throw new AppError('kicked');
  if (access.isSchoolSeparated) throw new AppError('not_found');
  if (access.privateMode && !isInvolved && !isMemberOf(access) && key !== access.privateKey)
    throw new AppError('not_found');
  return access;
}

/** A classroom that is not open to all is for students: adults and professionals stay out, unless they moderate it. */
export function requireAudience(access: ClassroomAccess, viewer: Viewer): void {
  const isOfStudents = viewer.kind === 'student' || viewer.kind === 'child' || viewer.kind === 'school';
  if (access.allUsers || isOfStudents || isModeratorOf(access)) return;
  throw new AppError(viewer.kind === 'anonymous' ? 'unauthenticated' : 'audience_restricted');
}

/** Seats are kept only beforehand, and in rooms of events by tickets alone: `ended` (410) once it is over or cancelled, `conflict` (409) while it is live. */
export function requireScheduled(access: ClassroomAccess): void {
  if (access.state === 'ended' || access.state === 'cancelled') throw new AppError('ended');
  if (access.state === 'live' || access.eventId !== null) throw new AppError('conflict');
}

/** A non-professional adult always creates classrooms open to all, whatever was asked for. */
export function allUsersFor(viewer: Viewer, asked: boolean): boolean {
  return viewer.kind === 'adult' || asked;
}

/** How many seats may be reserved. */
export function seatsOf(access: Pick<ClassroomAccess, 'maxSpeakers' | 'maxListeners'>, engineCapacity: number): number {
  return Math.min(access.maxSpeakers + access.maxListeners, engineCapacity);
}
