import { CLASSROOM_MINUTES, type ClassroomState, type RoomRole } from '@manabiba/shared/contract/classrooms';
import { addMinutes } from 'date-fns';

import type { Viewer } from '../../access/viewer';
import type { MediaEnv } from '../../media-env';
import { AppError } from '../../platform/app-error';

/** What the rules below need to know about a classroom and the viewer's relation to it. */
export interface ClassroomAccess {
  id: string;
  state: ClassroomState;
  allUsers: boolean;
  privateMode: boolean;
  privateKey: string | null;
  maxSpeakers: number;
  maxListeners: number;
  reservedCount: number;
  /** The viewer's role in the room, present or past. */
  myRole: RoomRole | null;
  isKicked: boolean;
  /** A school keeps its pupils separate, and host and viewer do not belong to the same one. */
  isSchoolSeparated: boolean;
  isReserved: boolean;
  /** The event that owns the room; null for a classroom. */
  eventId: string | null;
  /** The viewer has a participation in that event, or is one of its speakers. */
  isEventAudience: boolean;
}

/** How many participants one room can hold on the embedded media engine. */
const EMBEDDED_ENGINE_SEATS = 50;

/** Returns how many participants one room can hold on the configured engine, whatever the classroom says. */
export const engineCapacityOf = (media: MediaEnv | null): number =>
  media?.kind === 'embedded' ? EMBEDDED_ENGINE_SEATS : Infinity;

export function endOf(startAt: Date): Date {
  return addMinutes(startAt, CLASSROOM_MINUTES);
}

/** In an event room a cancelled participation no longer counts, even if its owner has been there. */
export function isMemberOf(access: ClassroomAccess): boolean {
  if (access.eventId !== null) return access.isEventAudience || isModeratorOf(access);
  return access.myRole !== null || access.isReserved;
}

/** Returns whether the viewer is host or co-host. */
export function isModeratorOf(access: ClassroomAccess): boolean {
  return access.myRole === 'host' || access.myRole === 'co_host';
}

/** What gives an outsider access to a private classroom. */
export interface Opening {
  /** The key of its invitation URL. */
  key?: string | undefined;
  /** The viewer has content in it, such as a comment. */
  isInvolved?: boolean;
}

/**
 * Checks visibility: public classrooms are visible to everyone, private ones only with the key or to their members.
 *
 * Throws `kicked` for a banned viewer, and `not_found` for viewers who may not know of it; with or without the key,
 * this includes classrooms separated by a school from the viewer.
 */
export function requireVisible(access: ClassroomAccess, { key, isInvolved = false }: Opening): ClassroomAccess {
  if (access.isKicked) throw new AppError('kicked');
  if (access.isSchoolSeparated) throw new AppError('not_found');
  if (access.privateMode && !isInvolved && !isMemberOf(access) && key !== access.privateKey)
    throw new AppError('not_found');
  return access;
}

/** A classroom not open to all is for students: adults and professionals are refused unless they moderate it. */
export function requireAudience(access: ClassroomAccess, viewer: Viewer): void {
  const isOfStudents = viewer.kind === 'student' || viewer.kind === 'child' || viewer.kind === 'school';
  if (access.allUsers || isOfStudents || isModeratorOf(access)) return;
  throw new AppError(viewer.kind === 'anonymous' ? 'unauthenticated' : 'audience_restricted');
}

/**
 * Reservations are possible only beforehand, and event rooms admit by ticket only: `ended` (410) once it is over or
 * cancelled, `conflict` (409) while it is live.
 */
export function requireScheduled(access: ClassroomAccess): void {
  if (access.state === 'ended' || access.state === 'cancelled') throw new AppError('ended');
  if (access.state === 'live' || access.eventId !== null) throw new AppError('conflict');
}

/** A non-professional adult always creates classrooms open to all, whatever the request says. */
export function allUsersFor(viewer: Viewer, asked: boolean): boolean {
  return viewer.kind === 'adult' || asked;
}

/** Returns how many seats can be reserved. */
export function seatsOf(access: Pick<ClassroomAccess, 'maxSpeakers' | 'maxListeners'>, engineCapacity: number): number {
  return Math.min(access.maxSpeakers + access.maxListeners, engineCapacity);
}
