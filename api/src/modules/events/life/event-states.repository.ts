import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { EVENT_GRACE_MINUTES } from '@manabiba/shared/contract/limits';
import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { EventsTable } from '../../../tables/events';

type EventState = ClassroomEvent['state'];

const lockedColumns = [
  'id',
  'organizer_id',
  'title',
  'subtitle',
  'description',
  'image_url',
  'category_id',
  'speaker_ids',
  'start_at',
  'end_at',
  'entry_open_at',
  'state',
  'classroom_id',
  'cancel_policy',
  'refund_policy',
  'allows_transfers',
  'calendar_sequence',
  'is_demo',
  'updated_at',
] as const satisfies readonly (keyof EventsTable)[];

/** The columns of an event locked until the transaction ends, on which a change may decide. */
export type LockedEvent = Pick<Selectable<EventsTable>, (typeof lockedColumns)[number]>;

/** How many events one query finds. */
const MAX_AT_ONCE = 200;

/**
 * The states of events and their transitions: SQL only, the rules are in event-states.service.ts and
 * event-life.service.ts.
 */
export const eventStatesRepository = {
  /**
   * Locks an event until the transaction ends; `withTickets` also locks its sales. The lock order everywhere is rooms,
   * ticket types, participations, events.
   */
  async lock(trx: Trx, id: string, { withTickets = false } = {}): Promise<LockedEvent | undefined> {
    await trx.selectFrom('classrooms').select('id').where('event_id', '=', id).forNoKeyUpdate().execute();
    if (withTickets)
      await trx.selectFrom('ticket_types').select('id').where('event_id', '=', id).orderBy('id').forUpdate().execute();
    return trx.selectFrom('events').select(lockedColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  },

  /** Moves an event from one of these states to another. Returns false when it was in none of them. */
  async move(trx: Trx, eventId: string, from: readonly EventState[], to: EventState, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('events')
      .set({ state: to, updated_at: now })
      .where('id', '=', eventId)
      .where('state', 'in', [...from])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Cancels an event and increments its calendar sequence. */
  async cancel(trx: Trx, eventId: string, reason: string, now: Date): Promise<void> {
    await trx
      .updateTable('events')
      .set((eb) => ({
        state: 'cancelled',
        cancelled_at: now,
        cancel_reason: reason,
        calendar_sequence: eb('calendar_sequence', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', eventId)
      .execute();
  },

  /** Returns an organizer's events that are published and not over, always in the same order for locking. */
  async findRunning(trx: Trx, organizerId: string): Promise<string[]> {
    const rows = await trx
      .selectFrom('events')
      .select('id')
      .where('organizer_id', '=', organizerId)
      .where('state', 'in', ['published', 'open', 'live'])
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Finds events with overdue steps, whatever happened to their jobs. Demo events are moved daily instead. */
  async findOverdue(db: Db, now: Date): Promise<string[]> {
    const graceMinutes = sql.lit(EVENT_GRACE_MINUTES);
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where('is_demo', '=', false)
      .where('state', 'in', ['published', 'open', 'live'])
      .where('entry_open_at', '<=', now)
      .where(
        sql<boolean>`(state = 'published' or (state = 'open' and start_at <= ${now}) or end_at + make_interval(mins => ${graceMinutes}) <= ${now})`,
      )
      .limit(MAX_AT_ONCE)
      .execute();
    return rows.map(({ id }) => id);
  },
};
