import { observed } from '@manabiba/telemetry/observed';
import { activeTraceparent, continueTraces } from '@manabiba/telemetry/spans';
import { addMilliseconds, differenceInMilliseconds, subMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { sql } from 'kysely';

import { type DomainEventName, type DomainEvents, subjects } from '../../messages/domain-event-map';
import type { Clock } from '../clock';
import type { Db, Trx } from '../database/db';
import { inTransaction } from '../database/transaction';

/** A domain event with its payload, before it is published. */
export type NewDomainEvent = { [N in DomainEventName]: { name: N; payload: DomainEvents[N] } }[DomainEventName];

/** A published domain event. */
export interface DomainEvent<N extends DomainEventName = DomainEventName> {
  id: number;
  name: N;
  payload: DomainEvents[N];
  createdAt: Date;
}

/**
 * Handlers of a consumer by event name. A handler writes in the transaction that completes the delivery, so its writes
 * happen exactly once; effects outside the database may be repeated.
 */
export type DomainEventHandlers = { [N in DomainEventName]?: (trx: Trx, event: DomainEvent<N>) => Promise<void> };

/** Publishes a domain event in the transaction that caused it: consumers receive it if and only if that commits. */
export async function publish<N extends DomainEventName>(trx: Trx, name: N, payload: DomainEvents[N]): Promise<void> {
  await trx
    .insertInto('domain_events')
    .values({
      name,
      subject: subjects[name](payload),
      payload: JSON.stringify(payload),
      traceparent: activeTraceparent(),
    })
    .execute();
}

/** How far consumers are behind. */
export interface DomainEventLag {
  /** Pending events and deliveries. */
  pending: number;
  /** Age of the oldest pending one in seconds, 0 when there is none. */
  oldestSeconds: number;
}

export interface DomainEventDispatcher {
  /** Registers a consumer. Its name is stored with its deliveries, so it must not be renamed. */
  consume(consumer: string, handlers: DomainEventHandlers): void;
  start(): void;
  /** Delivers everything due until nothing is left. Costs one statement when nothing is pending. */
  runDue(): Promise<void>;
  /** The lag at the last poll. */
  readonly lag: DomainEventLag;
  /** Waits for the delivery in progress. */
  stop(): Promise<void>;
}

interface DispatcherDeps {
  db: Db;
  clock: Clock;
  /** Called for each delivery that fails and will be retried, and when the database is unreachable. */
  onTrouble: (error: unknown) => void;
}

/** Polling interval for new events, in milliseconds. */
const POLL_INTERVAL_MS = 1000;
const BATCH = 200;
/** Delay before the first retry, doubled up to the maximum, in milliseconds. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 10 * millisecondsInMinute;
/** Advisory lock: one process at a time creates deliveries. */
const HAND_OVER_LOCK = 7_261_006;
/** Retention of events after every consumer has handled them, in milliseconds. */
const KEPT_MS = 7 * millisecondsInDay;

const NO_LAG: DomainEventLag = { pending: 0, oldestSeconds: 0 };

interface Delivery {
  event_id: number;
  consumer: string;
  name: string;
  payload: object;
  created_at: Date;
  attempts: number;
  traceparent: string | null;
}

/**
 * Delivers domain events to consumers: at least once, in order per subject and consumer, with retries and exponential
 * backoff. A failing delivery blocks only later events about the same subject for the same consumer. Several processes
 * may run at once.
 */
export function createDomainEventDispatcher({ db, clock, onTrouble }: DispatcherDeps): DomainEventDispatcher {
  const consumers = new Map<string, DomainEventHandlers>();
  let lag = NO_LAG;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isStopped = false;

  /** Creates the deliveries of new events. Returns whether more may be left. */
  async function handOver(): Promise<boolean> {
    const names = await inTransaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${HAND_OVER_LOCK})`.execute(trx);
      const events = await trx
        .selectFrom('domain_events')
        .select(['id', 'name', 'subject'])
        .where('handled_at', 'is', null)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      if (events.length === 0) return [];
      const now = clock.now();
      const deliveries = events.flatMap(({ id, name, subject }) =>
        [...consumers]
          .filter(([, handlers]) => Object.hasOwn(handlers, name))
          .map(([consumer]) => ({ event_id: id, consumer, subject: subject ?? String(id), due_at: now })),
      );
      if (deliveries.length > 0) await trx.insertInto('domain_event_deliveries').values(deliveries).execute();
      await trx
        .updateTable('domain_events')
        .set({ handled_at: now })
        .where(
          'id',
          'in',
          events.map(({ id }) => id),
        )
        .execute();
      return events.map(({ name }) => name);
    });
    for (const name of names) observed.domainEvent.report({ name });
    return names.length === BATCH;
  }

  /** Returns the first due delivery of each subject and consumer. */
  function due(): Promise<Delivery[]> {
    return db
      .selectFrom('domain_event_deliveries as d')
      .innerJoin('domain_events as e', 'e.id', 'd.event_id')
      .select(['d.event_id', 'd.consumer', 'd.attempts', 'e.name', 'e.payload', 'e.created_at', 'e.traceparent'])
      .where('d.due_at', '<=', clock.now())
      .where('d.consumer', 'in', [...consumers.keys()])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('domain_event_deliveries as earlier')
              .select('earlier.event_id')
              .whereRef('earlier.consumer', '=', 'd.consumer')
              .whereRef('earlier.subject', '=', 'd.subject')
              .whereRef('earlier.event_id', '<', 'd.event_id'),
          ),
        ),
      )
      .orderBy('d.event_id')
      .limit(BATCH)
      .execute();
  }

  /** Delivers one event. Returns false when another process is delivering it. */
  async function deliver({
    event_id: id,
    consumer,
    name,
    payload,
    created_at: createdAt,
    attempts,
  }: Delivery): Promise<boolean> {
    const handle = consumers.get(consumer)?.[name as DomainEventName] as
      | ((trx: Trx, event: object) => Promise<void>)
      | undefined;
    try {
      return await inTransaction(db, async (trx) => {
        const claimed = await trx
          .selectFrom('domain_event_deliveries')
          .select('event_id')
          .where('consumer', '=', consumer)
          .where('event_id', '=', id)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!claimed) return false;
        await handle?.(trx, { id, name, payload, createdAt });
        await trx
          .deleteFrom('domain_event_deliveries')
          .where('consumer', '=', consumer)
          .where('event_id', '=', id)
          .execute();
        return true;
      });
    } catch (error) {
      onTrouble(error);
      const pauseMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
      await db
        .updateTable('domain_event_deliveries')
        .set({
          attempts: attempts + 1,
          due_at: addMilliseconds(clock.now(), pauseMs),
          last_error: error instanceof Error ? error.message : String(error),
        })
        .where('consumer', '=', consumer)
        .where('event_id', '=', id)
        .execute();
      return true;
    }
  }

  const deliverInTrace = (delivery: Delivery) =>
    continueTraces(`${delivery.name} to ${delivery.consumer}`, [delivery.traceparent], () => deliver(delivery));

  async function runDue(): Promise<void> {
    if (!(await isAnyWaiting(db))) {
      lag = NO_LAG;
      return;
    }
    while (!isStopped && (await handOver()));
    if (consumers.size > 0) {
      // Stops after a round in which other processes hold all deliveries; the next poll handles the rest.
      for (let hasDelivered = true; hasDelivered && !isStopped;) {
        hasDelivered = false;
        for (const delivery of await due()) if (!isStopped && (await deliverInTrace(delivery))) hasDelivered = true;
      }
    }
    lag = await measureLag(db, clock.now());
  }

  return {
    consume(consumer, handlers) {
      if (consumers.has(consumer)) throw new Error(`The consumer ${consumer} is registered twice.`);
      consumers.set(consumer, handlers);
    },
    start() {
      timer = setInterval(() => {
        running ??= runDue()
          .catch(onTrouble)
          .finally(() => {
            running = null;
          });
      }, POLL_INTERVAL_MS);
      timer.unref();
    },
    runDue,
    get lag() {
      return lag;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Returns whether any event or delivery is pending, due or not. */
async function isAnyWaiting(db: Db): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ waiting: boolean }>`
    select exists (select from domain_events where handled_at is null) or exists (select from domain_event_deliveries) as waiting`.execute(
    db,
  );
  return row?.waiting ?? false;
}

async function measureLag(db: Db, now: Date): Promise<DomainEventLag> {
  const {
    rows: [row],
  } = await sql<{ pending: number; oldest: Date | null }>`
    select count(*)::int as pending, min(created_at) as oldest from (
      select created_at from domain_events where handled_at is null
      union all select e.created_at from domain_event_deliveries d join domain_events e on e.id = d.event_id) waiting`.execute(
    db,
  );
  return {
    pending: row?.pending ?? 0,
    oldestSeconds: row?.oldest ? Math.max(0, differenceInMilliseconds(now, row.oldest) / 1000) : 0,
  };
}

/** Deletes events that every consumer handled more than a week ago. */
export async function deleteOldDomainEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('domain_events')
    .where('handled_at', '<', subMilliseconds(now, KEPT_MS))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('domain_event_deliveries as d')
            .select('d.event_id')
            .whereRef('d.event_id', '=', 'domain_events.id'),
        ),
      ),
    )
    .execute();
}
