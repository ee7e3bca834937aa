import {
  LIVE_COMMENTS,
  livePaths,
  type PersonDoc,
  type RoomCommentDoc,
} from '@manabiba/shared/contract/room-documents';
import { sql } from 'kysely';

import type { Trx } from '../../../platform/db';
import type { LiveWrite } from '../../../platform/live-store';
import type { LiveOutboxTable } from '../../../tables/live-documents';
import { participantColumns, roomColumns, toRoomDoc, toRoomUserDoc } from './room-row';

/** What a live document is made of may be written by one process at a time, so that the newest is written last. */
const LOCK = 7_261_004;
/** A room's number of people moves at most this often, in milliseconds. */
const COUNT_GAP_MS = 1_000;

/** One line of the outbox. */
export interface ChangedRow {
  path: string;
  kind: LiveOutboxTable['kind'];
  classroom_id: string | null;
  subject_id: string;
  version: number;
}

const subjectsOf = (rows: readonly ChangedRow[], ...kinds: ChangedRow['kind'][]) => [
  ...new Set(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row.subject_id)),
];

/** Reads what live documents are to say: one statement for each kind, however many documents there are. */
export const liveProjectionRepository = {
  async lock(trx: Trx): Promise<void> {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  },

  /** What is to be written now. Numbers of people that were shown less than a second ago wait. */
  due(trx: Trx, now: Date, limit: number): Promise<ChangedRow[]> {
    return trx
      .selectFrom('live_outbox as o')
      .select(['o.path', 'o.kind', 'o.classroom_id', 'o.subject_id', 'o.version'])
      .where('o.due_at', '<=', now)
      .where((eb) =>
        eb.or([
          eb('o.kind', '<>', 'count'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('live_counts as s')
                .select('s.classroom_id')
                .whereRef('s.classroom_id', '=', 'o.subject_id')
                .where('s.shown_at', '>', new Date(now.getTime() - COUNT_GAP_MS)),
            ),
          ),
        ]),
      )
      .orderBy('o.version')
      .limit(limit)
      .execute();
  },

  /** Takes lines away, unless their documents have changed again meanwhile. */
  async done(trx: Trx, rows: readonly ChangedRow[]): Promise<void> {
    await sql`delete from live_outbox o using unnest(${rows.map(({ path }) => path)}::text[], ${rows.map(({ version }) => version)}::bigint[]) as done (path, version)
      where o.path = done.path and o.version = done.version`.execute(trx);
  },

  /** Notes whose number of people was written just now, and which rooms have no document any more. */
  async countsShown(
    trx: Trx,
    { counted: classroomIds, gone }: { counted: readonly string[]; gone: readonly string[] },
    now: Date,
  ): Promise<void> {
    if (gone.length > 0)
      await trx
        .deleteFrom('live_counts')
        .where('classroom_id', 'in', [...gone])
        .execute();
    if (classroomIds.length === 0) return;
    await sql`insert into live_counts (classroom_id, shown_at) select id, ${now} from classrooms where id = any(${classroomIds}::text[])
      on conflict (classroom_id) do update set shown_at = excluded.shown_at`.execute(trx);
  },

  /** The documents of rooms. Whose number of people may not move yet, keeps the one that it shows. */
  async rooms(
    trx: Trx,
    rows: readonly ChangedRow[],
    now: Date,
  ): Promise<{ writes: LiveWrite[]; counted: string[]; gone: string[] }> {
    const ids = subjectsOf(rows, 'room', 'count');
    if (ids.length === 0) return { writes: [], counted: [], gone: [] };
    const found = await trx
      .selectFrom('classrooms as c')
      .leftJoin('live_counts as shown', 'shown.classroom_id', 'c.id')
      .select(roomColumns.map((column) => `c.${column}` as const))
      .select(['c.forgotten_at', 'shown.shown_at'])
      .select((eb) => [
        eb
          .selectFrom('classroom_users as w')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('w.classroom_id', '=', 'c.id')
          .where('w.waiting_since', 'is not', null)
          .as('waiting'),
        sql<number>`nextval('live_outbox_version')`.as('version'),
      ])
      .where('c.id', 'in', ids)
      .execute();
    const countChanged = new Set(subjectsOf(rows, 'count'));
    const counted: string[] = [];
    const writes = found.map((room): LiveWrite => {
      const path = livePaths.room(room.id);
      if (!isShown(room)) return { path, data: null };
      const isFirst = room.shown_at === null;
      const { participantCount, ...rest } = toRoomDoc(
        { ...room, updated_at: now },
        { waitingCount: room.waiting ?? 0, version: room.version },
      );
      if (!isFirst && !countChanged.has(room.id)) return { path, data: rest, isPartial: true };
      counted.push(room.id);
      return { path, data: { ...rest, participantCount } };
    });
    return { writes, counted, gone: found.filter((room) => !isShown(room)).map(({ id }) => id) };
  },

  /**
   * People of rooms. Names lead to the profiles of hosts, of professionals, and of whoever born by `bornBy` (yyyy-MM-dd) has
   * written something about themselves. A name that leads nowhere says nothing of an age: most people have written nothing.
   */
  async users(trx: Trx, rows: readonly ChangedRow[], bornBy: string): Promise<LiveWrite[]> {
    const changed = rows.filter(({ kind }) => kind === 'user');
    if (changed.length === 0) return [];
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
        'c.forgotten_at',
        'c.ended_at',
      ])
      .where(
        sql<boolean>`(p.classroom_id, p.user_id) in (select * from unnest(${changed.map((row) => row.classroom_id)}::text[], ${changed.map((row) => row.subject_id)}::text[]))`,
      )
      .execute();
    const documents = new Map(
      found.map((me) => {
        // Whoever was there at the end stays in the documents until they go.
        const isThere =
          me.joined_at !== null &&
          me.kicked_at === null &&
          (me.left_at === null || me.left_at.getTime() === me.ended_at?.getTime());
        const hasWritten = Boolean(me.introduction) || Boolean(me.job);
        const hasProfile =
          me.role === 'host' ||
          me.account_role === 'professional' ||
          (hasWritten && me.birth_date !== null && me.birth_date <= bornBy);
        return [
          `${livePaths.roomUsers(me.classroom_id)}/${me.user_id}`,
          isShown(me) && isThere ? { ...toRoomUserDoc(me), hasProfile } : null,
        ];
      }),
    );
    return changed.map(({ path }) => ({ path, data: documents.get(path) ?? null }));
  },

  /** The newest comments; deleted and older ones go. */
  async comments(trx: Trx, rows: readonly ChangedRow[]): Promise<LiveWrite[]> {
    const changed = rows.filter(({ kind }) => kind === 'comment');
    if (changed.length === 0) return [];
    const found = await trx
      .selectFrom('classroom_comments as k')
      .innerJoin('classrooms as c', 'c.id', 'k.classroom_id')
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'k.user_id').on('u.state', '<>', 'withdrawn'))
      .select([
        'k.id',
        'k.classroom_id',
        'k.body',
        'k.created_at',
        'k.deleted_at',
        'u.id as author_id',
        'u.nickname',
        'u.avatar_url',
        'c.state',
        'c.forgotten_at',
      ])
      .select(
        sql<number>`(select count(*) from (select 1 from classroom_comments n where n.classroom_id = k.classroom_id and n.deleted_at is null
        and (n.created_at, n.id) > (k.created_at, k.id) limit ${LIVE_COMMENTS}) newer)`.as('newer'),
      )
      .where(
        'k.id',
        'in',
        changed.map((row) => row.subject_id),
      )
      .execute();
    const documents = new Map(
      found.map((comment): [string, RoomCommentDoc | null] => [
        `${livePaths.roomComments(comment.classroom_id)}/${comment.id}`,
        !isShown(comment) || comment.deleted_at !== null || comment.newer >= LIVE_COMMENTS
          ? null
          : {
              id: comment.id,
              userId: comment.author_id,
              nickname: comment.nickname ?? '退会したユーザー',
              avatarUrl: comment.avatar_url,
              body: comment.body,
              createdAt: comment.created_at.toISOString(),
            },
      ]),
    );
    return changed.map(({ path }) => ({ path, data: documents.get(path) ?? null }));
  },

  /** Which sessions may listen: those that live, of people who may take part. */
  async sessions(trx: Trx, rows: readonly ChangedRow[], now: Date): Promise<LiveWrite[]> {
    const changed = rows.filter(({ kind }) => kind === 'session');
    if (changed.length === 0) return [];
    const found = await trx
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id', 's.expires_at'])
      .where(
        's.id',
        'in',
        changed.map((row) => row.subject_id),
      )
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', now)
      .where('u.state', 'not in', ['suspended', 'withdrawn'])
      .execute();
    const documents = new Map(
      found.map(({ id, expires_at: expiresAt }) => [id, { expiresAt: expiresAt.toISOString() }]),
    );
    return changed.map(({ path, subject_id: id }) => ({ path, data: documents.get(id) ?? null }));
  },

  async people(trx: Trx, rows: readonly ChangedRow[], now: Date): Promise<LiveWrite[]> {
    const changed = rows.filter(({ kind }) => kind === 'person');
    if (changed.length === 0) return [];
    const found = await trx
      .selectFrom('users as u')
      .select('u.id')
      .select((eb) =>
        eb
          .selectFrom('notifications as n')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('n.user_id', '=', 'u.id')
          .whereRef('n.created_at', '>', 'u.notifications_seen_at')
          .as('unread'),
      )
      .where(
        'u.id',
        'in',
        changed.map((row) => row.subject_id),
      )
      .execute();
    const documents = new Map(
      found.map(({ id, unread }): [string, PersonDoc] => [
        livePaths.person(id),
        { id, unreadNotificationCount: unread ?? 0, updatedAt: now.toISOString() },
      ]),
    );
    return changed.map(({ path }) => ({ path, data: documents.get(path) ?? null }));
  },
};

/** A room has live documents from its beginning until some time after its end. */
const isShown = (room: { state: string; forgotten_at: Date | null }) =>
  room.state === 'live' || (room.state === 'ended' && room.forgotten_at === null);
