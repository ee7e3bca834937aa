import type { ClassroomState, RoomRole } from '@manabiba/shared/contract/classrooms';
import type { Updateable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { ClassroomUsersTable } from '../../../tables/classrooms';
import { markChanged } from '../../realtime/live-outbox';
import { isConsentMissing, isYoungerThan } from '../../users/age';
import { groupMembersRepository } from '../groups/group-members.repository';
import { mediaRoomOf } from '../groups/group-rules';
import { changed } from '../live-documents/room-documents';
import { awaitsConsent } from '../room/room-rules';
import { findMediaRoom } from './find-media-room';
import type { MediaPerson } from './media-rights';

/** A present or past participant, with the fields that decide the rights of their connections. */
export interface RoomPerson extends MediaPerson {
  userId: string;
  /** The media room in which their connections belong. */
  mediaRoom: string;
  isPresent: boolean;
  leftAt: Date | null;
  kickedAt: Date | null;
  isMutedByHost: boolean;
  isCameraOn: boolean;
  isScreenOn: boolean;
}

interface MediaRoom {
  state: ClassroomState;
  people: Map<string, RoomPerson>;
}

interface Rules {
  role: RoomRole;
  account_role: string | null;
  birth_date: string | null;
  partner_school_id: string | null;
  guardian_consent_at: Date | null;
  can_speak: boolean | null;
}

/** The same rule as `mayOnlyListen`, for users other than the caller. */
function onlyListens(row: Rules, { minAge, now }: { minAge: number; now: Date }): boolean {
  const { birth_date: birthDate } = row;
  if (birthDate === null || row.can_speak === false) return true;
  if (row.account_role === 'professional') return false;
  return isYoungerThan(birthDate, minAge, now) || isConsentMissing({ ...row, birth_date: birthDate }, now);
}

export type MediaPeopleRepository = ReturnType<typeof createMediaPeopleRepository>;

/** Reads and writes the participants of a room for the media server. */
export function createMediaPeopleRepository({ db, communicateMinAge }: { db: Db; communicateMinAge: number }) {
  return {
    /** Lists the media rooms of a classroom in which somebody may be: the main room, and those of groups. */
    async listMediaRooms(classroomId: string, now: Date): Promise<string[]> {
      const groups = await groupMembersRepository.listMediaGroups(db, classroomId, now);
      return [null, ...groups].map((groupId) => mediaRoomOf(classroomId, groupId));
    },

    /** Returns a room with everyone who has ever been in it; undefined for an unknown room. */
    async find(classroomId: string, now: Date): Promise<MediaRoom | undefined> {
      const room = await findMediaRoom(db, classroomId);
      if (!room) return undefined;
      const rows = await db
        .selectFrom('classroom_users as p')
        .leftJoin('users as u', 'u.id', 'p.user_id')
        .leftJoin('partner_schools as s', 's.id', 'u.partner_school_id')
        .select([
          'p.user_id',
          'p.role',
          'p.joined_at',
          'p.left_at',
          'p.kicked_at',
          'p.muted_by_host',
          'p.is_camera_on',
          'p.is_screen_on',
          'p.recording_consent_at',
          'u.role as account_role',
          'u.birth_date',
          'u.partner_school_id',
          'u.guardian_consent_at',
          's.can_speak',
        ])
        .where('p.classroom_id', '=', classroomId)
        .execute();
      const groups = await groupMembersRepository.groupsOf(db, classroomId, now);
      const people = rows.map((row) => ({
        userId: row.user_id,
        mediaRoom: mediaRoomOf(classroomId, groups.get(row.user_id) ?? null),
        role: row.role,
        onlyListens: onlyListens(row, { minAge: communicateMinAge, now }),
        awaitsConsent: awaitsConsent(
          room,
          { userId: row.user_id, birthDate: row.birth_date, consentAt: row.recording_consent_at },
          now,
        ),
        isPresent: row.joined_at !== null && row.left_at === null && row.kicked_at === null,
        leftAt: row.left_at,
        kickedAt: row.kicked_at,
        isMutedByHost: row.muted_by_host,
        isCameraOn: row.is_camera_on,
        isScreenOn: row.is_screen_on,
      }));
      return { state: room.state, people: new Map(people.map((person) => [person.userId, person])) };
    },

    /** Records that participants are connected, as their heartbeats do. */
    async seeConnected(classroomId: string, userIds: readonly string[], now: Date): Promise<void> {
      if (userIds.length === 0) return;
      await db
        .updateTable('classroom_users')
        .set({ last_seen_at: now })
        .where('classroom_id', '=', classroomId)
        .where('user_id', 'in', [...userIds])
        .where('joined_at', 'is not', null)
        .where('left_at', 'is', null)
        .execute();
    },

    /** Updates what the room shows of a participant who is still in it. */
    async show(
      trx: Trx,
      { classroomId, userId }: { classroomId: string; userId: string },
      set: Pick<Updateable<ClassroomUsersTable>, 'is_camera_on' | 'is_screen_on'>,
      now: Date,
    ): Promise<void> {
      const { numUpdatedRows } = await trx
        .updateTable('classroom_users')
        .set(set)
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .where('joined_at', 'is not', null)
        .where('left_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await markChanged(trx, [changed.user(classroomId, userId)], now);
    },
  };
}
