import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/** The latest birth dates of people who may speak: in general, and without the consent of a guardian. */
export interface SpeakingAges {
  bornBy: string;
  needsNoConsentBornBy: string;
}

/** Selects the listeners of a room who may speak, except those whom the host has made listeners. */
export const listenersWhoMaySpeak = (db: Db, classroomId: string, { bornBy, needsNoConsentBornBy }: SpeakingAges) =>
  db
    .selectFrom('classroom_users as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('partner_schools as s', 's.id', 'u.partner_school_id')
    .select('p.user_id')
    .where('p.classroom_id', '=', classroomId)
    .where('p.role', '=', 'listener')
    .where('p.is_role_given', '=', false)
    .where((eb) =>
      eb.and([
        eb.or([eb('u.birth_date', '<=', bornBy), eb('u.role', '=', 'professional')]),
        eb.or([
          eb('u.birth_date', '<=', needsNoConsentBornBy),
          eb('u.role', '=', 'professional'),
          eb('u.guardian_consent_at', 'is not', null),
          eb('s.id', 'is not', null),
        ]),
        eb.or([eb('s.can_speak', 'is', null), eb('s.can_speak', '=', true)]),
      ]),
    );

/**
 * Sets every participant's role by the room's mode, except roles given by the host. Children, minors without guardian
 * consent, visitors, pupils whose school forbids speaking, and users for whom no speaker seat is left stay listeners.
 */
export async function followMode(
  trx: Trx,
  classroomId: string,
  audienceMode: boolean,
  { now, ...ages }: SpeakingAges & { now: Date },
): Promise<void> {
  const rows = audienceMode
    ? await trx
        .updateTable('classroom_users')
        .set({ role: 'listener', is_muted: true, is_camera_on: false, is_screen_on: false })
        .where('classroom_id', '=', classroomId)
        .where('role', '=', 'speaker')
        .where('is_role_given', '=', false)
        .returning('user_id')
        .execute()
    : await trx
        .updateTable('classroom_users')
        .set({ role: 'speaker' })
        .where('classroom_id', '=', classroomId)
        .where(
          'user_id',
          'in',
          listenersWhoMaySpeak(trx, classroomId, ages)
            // Seats of speakers are limited: those present come first, then those who joined first.
            .orderBy(sql`p.joined_at is null or p.left_at is not null`)
            .orderBy('p.joined_at')
            .orderBy('p.user_id')
            .limit(sql<number>`(select greatest(0, c.max_speakers - (select count(*) from classroom_users b where b.classroom_id = c.id and b.role <> 'listener' and b.joined_at is not null and b.left_at is null))
          from classrooms c where c.id = ${classroomId})`),
        )
        .returning('user_id')
        .execute();
  await markChanged(
    trx,
    rows.map(({ user_id: id }) => changed.user(classroomId, id)),
    now,
  );
}
