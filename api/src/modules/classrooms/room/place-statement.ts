import { isSchoolSeparated } from '../../users/user-columns';
import { isEventAudience, isEventSpeaker, wasKickedAsGuest } from '../classroom-row';
import { participantColumns, type ParticipantRow, type Place, roomColumns, type RoomRow } from './room-row';

type Prefixed<T, P extends string> = { [K in keyof T & string as `${P}${K}`]: T[K] | null };
/** A row of `PLACE`. */
export type PlaceRow = RoomRow &
  Prefixed<ParticipantRow, 'me_'> & {
    is_reserved: boolean;
    is_kicked: boolean;
    is_school_separated: boolean;
    is_event_audience: boolean | null;
    is_event_speaker: boolean | null;
    person_id: string | null;
    guest_ticket_id: string | null;
    guest_visitor_id: string | null;
    group_id: string | null;
    group_closes_at: Date | null;
    birth_date: string | null;
  };

/** One statement: a room, and a user's ($2) relation to it. */
export const PLACE = `select ${roomColumns.map((column) => `c.${column}`).join(', ')},
    ${participantColumns.map((column) => `me.${column} as me_${column}`).join(', ')}, person.nickname as me_nickname, person.avatar_url as me_avatar_url, person.id as person_id, person.birth_date,
    ticket.id as guest_ticket_id, ticket.guest_visitor_id, member.group_id, split.closes_at as group_closes_at,
    reservation.user_id is not null as is_reserved, (me.kicked_at is not null or ${wasKickedAsGuest('$2')}) as is_kicked,
    ${isSchoolSeparated('c.host_id', '$2')} as is_school_separated,
    ${isEventAudience('$2')} as is_event_audience, ${isEventSpeaker('$2')} as is_event_speaker
  from classrooms c
  left join classroom_users me on me.classroom_id = c.id and me.user_id = $2
  left join reservations reservation on reservation.classroom_id = c.id and reservation.user_id = $2
  left join users person on person.id = $2
  left join classroom_splits split on split.classroom_id = c.id and split.closed_at is null
  left join classroom_group_members member on member.split_id = split.id and member.user_id = $2
  left join participations ticket on ticket.id = me.guest_participation_id and ticket.user_id is null
  where c.id = $1`;

export function toPlace(row: PlaceRow): Place {
  const me =
    row.me_role === null
      ? null
      : (Object.fromEntries(
          [...participantColumns, 'nickname', 'avatar_url'].map((column) => [
            column,
            row[`me_${column}` as keyof PlaceRow],
          ]),
        ) as unknown as ParticipantRow);
  return {
    room: row,
    me,
    isReserved: row.is_reserved,
    isKicked: row.is_kicked,
    isSchoolSeparated: row.is_school_separated,
    isEventAudience: row.is_event_audience === true,
    isEventSpeaker: row.is_event_speaker === true,
    guestTicket:
      row.guest_ticket_id === null
        ? null
        : { id: row.guest_ticket_id, isUsedElsewhere: row.guest_visitor_id !== row.me_user_id },
    group:
      row.group_id === null || row.group_closes_at === null
        ? null
        : { id: row.group_id, closesAt: row.group_closes_at },
    userId: row.person_id,
    birthDate: row.birth_date,
  };
}
