import { livePaths } from '@manabiba/shared/contract/room-documents';
import { sql } from 'kysely';

import type { LiveProjection } from '../../realtime/live-projection';
import { bornBy } from '../../users/age';
import { participantColumns, toRoomUserDoc } from '../room/room-row';
import { awaitsConsent } from '../room/room-rules';
import { hasLiveDocuments } from './room-documents';

/**
 * Projects the participants of rooms. A name links to a profile for the host, for professionals, and for users of
 * `communicateMinAge` or more who have written something about themselves. A name without a link reveals no age,
 * because most users have written nothing.
 */
export const createParticipantProjection = ({ communicateMinAge }: { communicateMinAge: number }): LiveProjection => ({
  kinds: ['user'],

  async project(trx, rows, now) {
    const oldEnough = bornBy(communicateMinAge, now);
    const found = await trx
      .selectFrom('classroom_users as p')
      .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .select(participantColumns.map((column) => `p.${column}` as const))
      .select([
        'p.classroom_id',
        'u.nickname',
        'u.avatar_url',
        'u.role as account_role',
        'u.birth_date',
        'u.introduction',
        'u.job',
        'c.state',
        'c.recording',
        'c.host_id',
        'c.forgotten_at',
        'c.ended_at',
      ])
      .where(
        sql<boolean>`(p.classroom_id, p.user_id) in (select * from unnest(${rows.map((row) => row.classroom_id)}::text[], ${rows.map((row) => row.subject_id)}::text[]))`,
      )
      .execute();
    const documents = new Map(
      found.map((me) => {
        // Participants who stayed to the end keep their documents until the room's documents are deleted.
        const isThere =
          me.joined_at !== null &&
          me.kicked_at === null &&
          (me.left_at === null || me.left_at.getTime() === me.ended_at?.getTime());
        const hasWritten = Boolean(me.introduction) || Boolean(me.job);
        const hasProfile =
          me.role === 'host' ||
          me.account_role === 'professional' ||
          (hasWritten && me.birth_date !== null && me.birth_date <= oldEnough);
        const person = { userId: me.user_id, birthDate: me.birth_date, consentAt: me.recording_consent_at };
        const isAwaiting = awaitsConsent(me, person, now);
        return [
          `${livePaths.roomUsers(me.classroom_id)}/${me.user_id}`,
          hasLiveDocuments(me) && isThere ? { ...toRoomUserDoc(me, isAwaiting), hasProfile } : null,
        ];
      }),
    );
    return { writes: rows.map(({ path }) => ({ path, data: documents.get(path) ?? null })) };
  },
});
