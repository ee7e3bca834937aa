import { LIVE_COMMENTS } from '@manabiba/shared/contract/room-documents';
import type { PoolClient } from 'pg';

import { changed } from '../modules/classrooms/live-documents/room-documents';
import { changedPerson } from '../modules/notifications/person-documents';
import { type ChangedDocument } from '../modules/realtime/live-outbox';

/** Marks live documents as changed, because writes that bypass the api's services must become visible too. */
export async function markLive(client: PoolClient, documents: readonly ChangedDocument[], now: Date): Promise<void> {
  await client.query(
    `insert into live_outbox (path, kind, classroom_id, subject_id, due_at)
     select path, kind, "classroomId", "subjectId", $2 from json_to_recordset($1) as given (path text, kind text, "classroomId" text, "subjectId" text) order by path
     on conflict (path) do update set version = excluded.version, due_at = least(live_outbox.due_at, excluded.due_at)`,
    [JSON.stringify(documents), now],
  );
}

/** Does the same for users, whose unseen notifications are counted. */
export const markPeople = (client: PoolClient, ids: readonly string[], now: Date): Promise<void> =>
  markLive(client, ids.map(changedPerson), now);

/** Does the same for whole rooms: live ones with all participants and the newest comments. */
export async function markRooms(client: PoolClient, classroomIds: readonly string[], now: Date): Promise<void> {
  const { rows: people } = await client.query<{ classroom_id: string; user_id: string }>(
    `select p.classroom_id, p.user_id from classroom_users p join classrooms c on c.id = p.classroom_id
     where c.id = any($1) and c.state = 'live' and p.joined_at is not null`,
    [classroomIds],
  );
  const { rows: comments } = await client.query<{ classroom_id: string; id: string }>(
    `select newest.classroom_id, newest.id from classrooms c, lateral (
       select k.classroom_id, k.id from classroom_comments k where k.classroom_id = c.id and k.deleted_at is null order by k.created_at desc, k.id desc limit $2) newest
     where c.id = any($1) and c.state = 'live'`,
    [classroomIds, LIVE_COMMENTS],
  );
  await markLive(
    client,
    [
      ...classroomIds.flatMap((id) => [changed.room(id), changed.count(id)]),
      ...people.map((row) => changed.user(row.classroom_id, row.user_id)),
      ...comments.map((row) => changed.comment(row.classroom_id, row.id)),
    ],
    now,
  );
}
