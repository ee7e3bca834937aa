import type { Db, Trx } from '../../platform/database/db';

/** An event or a series, as its team needs to know it. */
export interface TeamSubject {
  id: string;
  ownerId: string;
  title: string;
  /** Null for a series. */
  startAt: Date | null;
  /** Nobody can be invited any more. */
  isOver: boolean;
}

export interface TeamSubjects {
  /** Locks it while its team changes, so that the bound of members and a second membership hold. */
  lock(trx: Trx, id: string): Promise<TeamSubject | undefined>;
  find(on: Db | Trx, id: string): Promise<TeamSubject | undefined>;
}

const OVER: readonly string[] = ['ended', 'archived', 'cancelled'];

const event = (on: Db | Trx, id: string) =>
  on.selectFrom('events').select(['id', 'organizer_id', 'title', 'state', 'start_at']).where('id', '=', id);
const series = (on: Db | Trx, id: string) =>
  on.selectFrom('series').select(['id', 'host_id', 'title', 'ended_at', 'hidden_at']).where('id', '=', id);

type EventRow = Awaited<ReturnType<ReturnType<typeof event>['executeTakeFirstOrThrow']>>;
type SeriesRow = Awaited<ReturnType<ReturnType<typeof series>['executeTakeFirstOrThrow']>>;

const toEvent = ({ id, organizer_id: ownerId, title, state, start_at: startAt }: EventRow): TeamSubject => ({
  id,
  ownerId,
  title,
  startAt,
  isOver: OVER.includes(state),
});
/** Without its page, which the staff has hidden, a series invites nobody either. */
const toSeries = ({ id, host_id: ownerId, title, ended_at: endedAt, hidden_at: hiddenAt }: SeriesRow): TeamSubject => ({
  id,
  ownerId,
  title,
  startAt: null,
  isOver: endedAt !== null || hiddenAt !== null,
});

export const teamSubjects: Readonly<Record<'event' | 'series', TeamSubjects>> = {
  event: {
    async lock(trx, id) {
      const row = await event(trx, id).forNoKeyUpdate().executeTakeFirst();
      return row && toEvent(row);
    },
    async find(on, id) {
      const row = await event(on, id).executeTakeFirst();
      return row && toEvent(row);
    },
  },
  series: {
    async lock(trx, id) {
      const row = await series(trx, id).forNoKeyUpdate().executeTakeFirst();
      return row && toSeries(row);
    },
    async find(on, id) {
      const row = await series(on, id).executeTakeFirst();
      return row && toSeries(row);
    },
  },
};
