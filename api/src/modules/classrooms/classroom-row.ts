import { type Classroom, CLASSROOM_MINUTES, type RoomRole } from '@manabiba/shared/contract/classrooms';
import { differenceInMinutes } from 'date-fns';
import type { Selectable } from 'kysely';

import type { Viewer } from '../../access/viewer';
import type { ClassroomsTable } from '../../tables/classrooms';
import { RATING_TOTALS, type RatingTotals, ratingTotalsOf, toRatingAverage } from '../ratings/rating-average';
import { seriesOfDate } from '../series/series-of-date';
import { userColumns, userMapper } from '../users/user-columns';
import type { ClassroomAccess } from './classroom-rules';
import { isFrameShown, liveFramePath } from './live-frames/live-frame';

const toHost = userMapper('host_');

type HostRow = Parameters<typeof toHost>[0];

const columns = [
  'id',
  'name',
  'description',
  'category_id',
  'interest_ids',
  'cover_url',
  'start_at',
  'end_at',
  'state',
  'all_users',
  'audience_mode',
  'private_mode',
  'private_key',
  'locked',
  'is_guarded',
  'recording',
  'reserved_count',
  'participant_count',
  'comment_count',
  'max_speakers',
  'max_listeners',
  'archive_id',
  'event_id',
  'started_at',
  'ended_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ClassroomsTable)[];

/** The columns of a classroom query: its own, its host, and the viewer's relation to it. */
export type ClassroomRow = Pick<Selectable<ClassroomsTable>, (typeof columns)[number]> &
  HostRow &
  RatingTotals & {
    series: Classroom['series'];
    my_role: RoomRole | null;
    is_kicked: boolean;
    is_reserved: boolean;
    frame_version: string | null;
    frame_taken_at: Date | null;
  };

/** One classroom as requested by a viewer. */
export type FoundClassroom = ClassroomRow & {
  is_school_separated: boolean;
  is_event_audience: boolean;
  has_materials: boolean;
  has_messages: boolean;
};

/** True when the viewer holds the guest ticket "pa": in their account, or as a visitor whom its link admitted. */
const holdsGuestTicket = (viewerId: string) => `(pa.user_id = ${viewerId} or pa.user_id is null and exists (
      select 1 from classroom_users device where device.guest_participation_id = pa.id and device.user_id = ${viewerId}))`;

/** True when the viewer was banned from c earlier: as an anonymous viewer, or on any device with the same guest ticket. */
export const wasKickedAsGuest = (viewerId: string) => `(exists (select 1 from anonymous_visitors former
    join classroom_users place on place.anonymous_id = former.id
    where former.became_user_id = ${viewerId} and place.classroom_id = c.id and place.kicked_at is not null)
  or (c.event_id is not null and exists (select 1 from classroom_users place
    join participations pa on pa.id = place.guest_participation_id
    where place.classroom_id = c.id and place.kicked_at is not null and ${holdsGuestTicket(viewerId)})))`;

/** True when c is an event room that lists the viewer as a speaker. `viewerId` is a placeholder. */
export const isEventSpeaker = (viewerId: string) =>
  `(c.event_id is not null and exists (select 1 from events ev where ev.id = c.event_id and ${viewerId} = any(ev.speaker_ids)))`;

/**
 * True when c is an event room that the viewer may enter: with a place in the event, by the link of a guest ticket, or as a
 * speaker.
 */
export const isEventAudience = (viewerId: string) =>
  `(${isEventSpeaker(viewerId)} or (c.event_id is not null and (exists (select 1 from participations pa
    where pa.event_id = c.event_id and pa.user_id = ${viewerId} and pa.route <> 'archive' and pa.state in ('confirmed', 'joined'))
    or exists (select 1 from classroom_users device join participations pa on pa.id = device.guest_participation_id
      where device.classroom_id = c.id and device.user_id = ${viewerId} and pa.event_id = c.event_id
        and pa.user_id is null and pa.state in ('confirmed', 'joined')))))`;

/**
 * The role of the alias me in its room. Somebody who has only waited in the lobby and left has none: an invitation
 * that was withdrawn meanwhile must not open the room to them.
 */
export const MY_ROLE = `case when me.role in ('host', 'co_host')
  or coalesce(me.joined_at, me.admitted_at, me.waiting_since) is not null then me.role end`;

/** Returns the `select` list over the aliases c (classroom), host, and for a signed-in viewer me and reservation. */
export function classroomColumns(viewerId: string | null, isKicked = 'me.kicked_at is not null'): string {
  const place =
    viewerId === null
      ? 'null as my_role, false as is_kicked, false as is_reserved'
      : `${MY_ROLE} as my_role, (${isKicked}) as is_kicked, reservation.user_id is not null as is_reserved`;
  return `${columns.map((column) => `c.${column}`).join(', ')}, frame.version as frame_version, frame.taken_at as frame_taken_at, ${RATING_TOTALS}, ${seriesOfDate('c')} as series, ${place}, ${userColumns('host', 'host_', viewerId ?? 'null')}`;
}

/**
 * Returns the joins behind `classroomColumns`. `viewerId` is the placeholder of a signed-in viewer's id, null for
 * anonymous viewers.
 */
export function classroomJoins(viewerId: string | null): string {
  const host = `join users host on host.id = c.host_id left join live_frames frame on frame.classroom_id = c.id ${ratingTotalsOf('c.id')}`;
  if (viewerId === null) return host;
  return `${host}
    left join classroom_users me on me.classroom_id = c.id and me.user_id = ${viewerId}
    left join reservations reservation on reservation.classroom_id = c.id and reservation.user_id = ${viewerId}`;
}

/** Returns the URL of the still image of a live classroom; null without a recent one. */
function frameUrlOf({ id, state, frame_version: version, frame_taken_at: takenAt }: ClassroomRow, now: Date) {
  return state === 'live' && version !== null && isFrameShown(takenAt, now) ? liveFramePath(id, version) : null;
}

export function toClassroom(row: ClassroomRow, viewer: Viewer, now: Date): Classroom {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    categoryId: row.category_id,
    interestIds: row.interest_ids,
    host: toHost(row, viewer, now),
    startAt: row.start_at.toISOString(),
    minutes:
      row.event_id === null
        ? CLASSROOM_MINUTES
        : differenceInMinutes(row.end_at, row.start_at, { roundingMethod: 'round' }),
    eventId: row.event_id,
    endAt: row.end_at.toISOString(),
    state: row.state,
    allUsers: row.all_users,
    audienceMode: row.audience_mode,
    privateMode: row.private_mode,
    locked: row.locked || row.is_guarded,
    isGuarded: row.is_guarded,
    recording: row.recording,
    coverUrl: row.cover_url,
    frameUrl: frameUrlOf(row, now),
    reservedCount: row.reserved_count,
    participantCount: row.participant_count,
    commentCount: row.comment_count,
    maxSpeakers: row.max_speakers,
    maxListeners: row.max_listeners,
    isReserved: row.is_reserved,
    myRole: row.is_kicked ? null : row.my_role,
    archiveId: row.archive_id,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    rating: toRatingAverage(row),
    series: row.series,
  };
}

/** Returns the part of a row that decides permissions. */
export function toAccess(row: FoundClassroom): ClassroomAccess {
  return {
    id: row.id,
    state: row.state,
    allUsers: row.all_users,
    privateMode: row.private_mode,
    privateKey: row.private_key,
    maxSpeakers: row.max_speakers,
    maxListeners: row.max_listeners,
    reservedCount: row.reserved_count,
    myRole: row.my_role,
    isKicked: row.is_kicked,
    isSchoolSeparated: row.is_school_separated,
    eventId: row.event_id,
    isEventAudience: row.is_event_audience,
    isReserved: row.is_reserved,
  };
}
