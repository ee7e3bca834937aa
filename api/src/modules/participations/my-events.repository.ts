import { type Pool, queryPrepared } from '../../platform/database/db';
import type { TimePosition } from '../../platform/database/time-position';

export type MyEventsState = 'upcoming' | 'past' | 'archive' | 'refunded';

export interface MyEventRow {
  event_id: string;
  participation_id: string;
  start_micros: number;
}

interface MyEventsQuery {
  userId: string;
  state: MyEventsState;
  after: TimePosition | null;
  limit: number;
}

const WHAT: Record<MyEventsState, string> = {
  upcoming: `p.state in ('waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined') and e.state in ('published', 'open', 'live')`,
  past: `p.route <> 'archive' and p.state in ('confirmed', 'joined') and e.state in ('ended', 'archived')`,
  archive: `p.route = 'archive' and p.state in ('held', 'pending_payment', 'confirmed')`,
  // A cancelled hold or waiting list entry was never a participation to cancel.
  refunded: `(p.state in ('refund_pending', 'refunded') or (p.state = 'cancelled' and (p.confirmed_at is not null or p.cancel_reason <> 'self')))`,
};

/** Builds the statement: each event once, with the last participation of its kind. */
function textOf({ state, after }: MyEventsQuery): string {
  const [direction, beyond] = state === 'upcoming' ? ['asc', '>'] : ['desc', '<'];
  const position = after
    ? `where (start_at, event_id) ${beyond} (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4)`
    : '';
  return `select event_id, participation_id, (extract(epoch from start_at) * 1000000)::bigint as start_micros from (
      select distinct on (e.id) e.id as event_id, e.start_at, p.id as participation_id
      from participations p join events e on e.id = p.event_id
      where p.user_id = $1 and ${WHAT[state]}
      order by e.id, p.created_at desc, p.id) mine ${position}
    order by start_at ${direction}, event_id ${direction} limit $2`;
}

const COUNTS = `select ${Object.entries(WHAT)
  .map(([state, what]) => `(count(distinct e.id) filter (where ${what}))::int as ${state}`)
  .join(', ')} from participations p join events e on e.id = p.event_id where p.user_id = $1`;

/** A user's participation in one event: the live one, else the last cancelled one. */
const ONE = `select p.id from participations p join events e on e.id = p.event_id
  where p.user_id = $1 and p.event_id = $2 and (p.state not in ('expired', 'cancelled') or ${WHAT.refunded})
  order by p.state in ('refund_pending', 'refunded', 'cancelled'), p.created_at desc, p.id limit 1`;

export type MyEventsRepository = ReturnType<typeof createMyEventsRepository>;

/** Finds events by a user's participation. */
export function createMyEventsRepository(pool: Pool) {
  return {
    list(query: MyEventsQuery): Promise<MyEventRow[]> {
      const { userId, limit, after } = query;
      return queryPrepared<MyEventRow>(
        pool,
        textOf(query),
        after ? [userId, limit, after.micros, after.id] : [userId, limit],
      );
    },

    async count(userId: string): Promise<Record<MyEventsState, number>> {
      const [counts] = await queryPrepared<Record<MyEventsState, number>>(pool, COUNTS, [userId]);
      return counts ?? { upcoming: 0, past: 0, archive: 0, refunded: 0 };
    },

    async findParticipationId(userId: string, eventId: string): Promise<string | undefined> {
      const [found] = await queryPrepared<{ id: string }>(pool, ONE, [userId, eventId]);
      return found?.id;
    },
  };
}
