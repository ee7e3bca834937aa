import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { AUDIENCE_RESTRICTED } from '@manabiba/shared/contract/error-sentences';
import type { Me } from '@manabiba/shared/contract/users';

import { isModerator } from '../room/room-rights';
import { isChild, isOutsideYouthAudience, silenceOf, type SilenceReason } from './viewer';

type RoomFacts = Pick<Classroom, 'state' | 'allUsers' | 'isReserved' | 'myRole' | 'eventId'>;

/**
 * What the reserve control offers.
 *
 * `reserve` and `cancel` are one click; `sign_in` leads to the sign-in page and back; `refused` shows its reason
 * instead of a button that would fail; `none` shows nothing (the host, the room of an event, or nothing left to reserve).
 */
export type ReservationOffer =
  | { kind: 'reserve' | 'cancel' | 'sign_in' | 'none' }
  | { kind: 'refused'; reason: string };

/** Returns whether a classroom is for people of 24 or under. An event room follows the seats of its event instead. */
export const isForYouth = ({ allUsers, eventId }: Pick<Classroom, 'allUsers' | 'eventId'>) =>
  !allUsers && eventId === null;

/** The server enforces the same rules; this only avoids offering actions that must fail. */
export function reservationOffer(classroom: RoomFacts, me: Me): ReservationOffer {
  if (classroom.state !== 'scheduled' || classroom.myRole === 'host' || classroom.eventId !== null)
    return { kind: 'none' };
  if (classroom.isReserved) return { kind: 'cancel' };
  if (!classroom.allUsers && isOutsideYouthAudience(me)) return { kind: 'refused', reason: AUDIENCE_RESTRICTED };
  return { kind: me.role === 'anonymous' ? 'sign_in' : 'reserve' };
}

/** Whether the viewer may write a comment, or why not. */
export function commentOffer(me: Me): 'write' | SilenceReason {
  return silenceOf(me) ?? 'write';
}

/**
 * Returns whether the viewer may delete a comment: their own, or any as host or co-host. People of 12 or under delete
 * nothing.
 */
export function canDeleteComment(
  comment: Pick<ClassroomComment, 'isMine' | 'deletedAt'>,
  classroom: Pick<Classroom, 'myRole'>,
  me: Me,
): boolean {
  if (comment.deletedAt || me.role === 'anonymous' || isChild(me)) return false;
  return comment.isMine || isModerator(classroom.myRole);
}

/** Returns whether a comment can be reported: any but the viewer's own, also by anonymous visitors. */
export function canReportComment({ isMine, deletedAt }: Pick<ClassroomComment, 'isMine' | 'deletedAt'>): boolean {
  return !isMine && deletedAt === null;
}

/**
 * Returns the host's available actions in each state. The start can be moved only before the class begins; the room of
 * an event follows the event, and can only be ended.
 */
export function hostActions({ myRole, state, eventId }: Pick<Classroom, 'myRole' | 'state' | 'eventId'>) {
  const isHost = myRole === 'host';
  const isOfEvent = eventId !== null;
  const isOpen = state === 'scheduled' || state === 'live';
  return {
    canEdit: isHost && isOpen && !isOfEvent,
    canMoveStart: isHost && state === 'scheduled' && !isOfEvent,
    canCancel: isHost && state === 'scheduled' && !isOfEvent,
    canEnd: isHost && state === 'live',
    canDuplicate: isHost && !isOfEvent,
  };
}

/** Returns whether the viewer may see attendance: host and co-hosts, once the class has started. */
export function canSeeAttendance({ myRole, state }: Pick<Classroom, 'myRole' | 'state'>): boolean {
  return isModerator(myRole) && (state === 'live' || state === 'ended');
}

/**
 * Returns whether the viewer may share the invitation of a private classroom: host and co-hosts, until it is over. The
 * room of an event has none.
 */
export function canInvite({
  privateMode,
  myRole,
  state,
  eventId,
}: Pick<Classroom, 'privateMode' | 'myRole' | 'state' | 'eventId'>): boolean {
  return privateMode && eventId === null && isModerator(myRole) && (state === 'scheduled' || state === 'live');
}

/**
 * What the create button offers: `create` opens the form, `consent` and `school` explain why there is none and what to
 * do, `none` shows nothing. `isClosed`: the service no longer accepts new content.
 */
export function createOffer(me: Me, isClosed: boolean): 'create' | 'consent' | 'school' | 'none' {
  if (isClosed || me.role === 'anonymous' || isChild(me) || me.state === 'suspended' || me.state === 'need_resubmit')
    return 'none';
  if (me.guardianConsentNeeded) return 'consent';
  return me.canCreateClassroom ? 'create' : 'school';
}
