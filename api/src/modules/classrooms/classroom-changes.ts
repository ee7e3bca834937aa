import { randomBytes } from 'node:crypto';

import type { createClassroomBody, updateClassroomBody } from '@manabiba/shared/contract/classrooms';
import { isEqual } from 'date-fns';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { NewDomainEvent } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import { allUsersFor, type ClassroomAccess, endOf } from './classroom-rules';
import type { ClassroomValues, LockedClassroom, NewClassroom } from './classrooms.repository';

export type CreateInput = z.output<typeof createClassroomBody>;
export type UpdateInput = z.output<typeof updateClassroomBody>;

/** A change to a classroom: the values to write, and the domain events that it causes. */
export interface ClassroomChange {
  set: ClassroomValues;
  events: NewDomainEvent[];
}

const KEY_BYTES = 18;

const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

/** Builds a new classroom hosted by the viewer. */
export function newClassroom(
  viewer: SignedInViewer,
  input: CreateInput,
  { room, now }: { room: { maxSpeakers: number; maxListeners: number }; now: Date },
): NewClassroom {
  const startAt = new Date(input.startAt);
  return {
    id: newId('cls'),
    host_id: viewer.id,
    name: input.name,
    description: input.description ?? '',
    category_id: input.categoryId,
    interest_ids: [...new Set(input.interestIds)],
    cover_url: null,
    start_at: startAt,
    end_at: endOf(startAt),
    all_users: allUsersFor(viewer, input.allUsers),
    audience_mode: input.audienceMode,
    private_mode: input.privateMode,
    private_key: input.privateMode ? newKey() : null,
    max_speakers: room.maxSpeakers,
    max_listeners: room.maxListeners,
    archive_id: null,
    created_at: now,
    updated_at: now,
  };
}

/** What a host may change in an event room; the rest follows the event. */
const CHANGED_IN_EVENT_ROOMS: readonly string[] = ['locked', 'audienceMode', 'recording', 'newVoicesFirst'];

/**
 * Rejects any change after the end (`ended`), a new start after the beginning, and in event rooms any field that
 * follows the event (`conflict`).
 */
export function requireChangeable(
  { state, eventId }: Pick<ClassroomAccess, 'state' | 'eventId'>,
  input: UpdateInput,
): void {
  if (state === 'ended' || state === 'cancelled') throw new AppError('ended');
  if (state !== 'scheduled' && input.startAt !== undefined) throw new AppError('conflict');
  if (eventId !== null && !Object.keys(input).every((field) => CHANGED_IN_EVENT_ROOMS.includes(field)))
    throw new AppError('conflict');
}

/**
 * Returns the change for an input. Only fields that were sent are written, so that concurrent changes do not undo each
 * other.
 */
export function changeOf(
  viewer: SignedInViewer,
  current: LockedClassroom,
  input: UpdateInput,
  now: Date,
): ClassroomChange {
  requireChangeable({ state: current.state, eventId: current.event_id }, input);
  if (input.privateMode && current.series_id !== null)
    throw new AppError('invalid', {
      fields: { privateMode: '連続講座の教室は招待制にできません。先に連続講座から外してください。' },
    });
  const set: ClassroomValues = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.allUsers !== undefined && { all_users: allUsersFor(viewer, input.allUsers) }),
    ...(input.audienceMode !== undefined && { audience_mode: input.audienceMode }),
    ...(input.locked !== undefined && { locked: input.locked }),
    ...(input.recording !== undefined && { recording: input.recording }),
    ...(input.newVoicesFirst !== undefined && { new_voices_first: input.newVoicesFirst }),
    ...categoryChange(current, input),
    ...privacyChange(current, input),
  };
  const startAt = input.startAt === undefined ? current.start_at : new Date(input.startAt);
  const isMoved = !isEqual(startAt, current.start_at);
  if (isMoved)
    Object.assign(set, { start_at: startAt, end_at: endOf(startAt), calendar_sequence: current.calendar_sequence + 1 });
  if (Object.keys(set).length > 0) set.updated_at = now;
  const payload = { classroomId: current.id, from: current.start_at.toISOString(), to: startAt.toISOString() };
  return { set, events: isMoved ? [{ name: 'classroomRescheduled', payload }] : [] };
}

/** Interests belong to their category: another category removes the old ones. */
function categoryChange(current: LockedClassroom, { categoryId, interestIds }: UpdateInput): ClassroomValues {
  const isChanged = categoryId !== undefined && categoryId !== current.category_id;
  return {
    ...(isChanged && { category_id: categoryId, interest_ids: [] }),
    ...(interestIds && { interest_ids: [...new Set(interestIds)] }),
  };
}

function privacyChange(current: LockedClassroom, { privateMode, rotateKey }: UpdateInput): ClassroomValues {
  const isPrivate = privateMode ?? current.private_mode;
  if (!isPrivate) return current.private_mode ? { private_mode: false, private_key: null } : {};
  return current.private_mode && !rotateKey ? {} : { private_mode: true, private_key: newKey() };
}

/**
 * Ends a live classroom, cancels a scheduled one. Throws `ended` when it is over, `conflict` for the room of an
 * upcoming event.
 */
export function endingOf(current: LockedClassroom, now: Date): ClassroomChange {
  if (current.state === 'live') return { set: { state: 'ended', ended_at: now, updated_at: now }, events: [] };
  if (current.state !== 'scheduled') throw new AppError('ended');
  if (current.event_id !== null) throw new AppError('conflict');
  return {
    set: { state: 'cancelled', calendar_sequence: current.calendar_sequence + 1, updated_at: now },
    events: [{ name: 'classroomCancelled', payload: { classroomId: current.id } }],
  };
}
