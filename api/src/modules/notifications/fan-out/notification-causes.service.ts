import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { addMilliseconds } from 'date-fns';

import type { DomainEventName } from '../../../messages/domain-event-map';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction, onceCommitted } from '../../../platform/database/transaction';
import type { DomainEvent, DomainEventHandlers } from '../../../platform/events/domain-events';
import type { KindDeclaration, NewCause } from '../kinds/declare-kind';
import { kindDeclarations, kindsOutdatedBy } from '../kinds/notification-kinds';
import type { CauseRow, CausesRepository } from './causes.repository';

interface NotificationCausesDeps {
  db: Db;
  causes: CausesRepository;
  clock: Clock;
  communicateMinAge: number;
  /** Called after a commit that changed live documents. */
  onCommit: () => void;
  onTrouble: (error: unknown) => void;
  /** False: causes are only recorded here, and fanned out by the server. Default true. */
  canFanOut?: boolean;
}

/** People per transaction: short enough that a kill or a busy moment costs little. */
const BATCH = 2000;

const declarations = Object.values(kindDeclarations);
/** The domain events that cause or outdate notifications. */
const consumedNames = new Set(
  declarations.flatMap(({ on = {}, outdatedBy }) => [
    ...(Object.keys(on) as DomainEventName[]),
    ...(outdatedBy ? [outdatedBy] : []),
  ]),
);

export type NotificationCausesService = ReturnType<typeof createNotificationCausesService>;

/**
 * Turns domain events into notifications. A cause is recorded once, in the transaction of its domain event, and then
 * fanned out to its audience in batches, each in one transaction with the position that it reached. A kill repeats at
 * most a batch that was rolled back, so everybody is notified exactly once.
 */
export function createNotificationCausesService(deps: NotificationCausesDeps) {
  const { db, causes, clock, communicateMinAge, onCommit, onTrouble, canFanOut = true } = deps;
  let running: Promise<void> | null = null;
  let isRerunRequested = false;

  async function record(trx: Trx, kind: NotificationKind, cause: NewCause): Promise<void> {
    const now = clock.now();
    const dueAt = cause.dueAt ?? now;
    await causes.record(trx, {
      kind,
      key: cause.key,
      title: cause.title ?? '',
      body: cause.body ?? '',
      url: cause.url,
      actor_id: cause.actorId ?? null,
      subjects: JSON.stringify(cause.subjects),
      is_mailed: cause.hasOwnMail !== true,
      due_at: dueAt,
      stale_at: cause.staleAt ?? addMilliseconds(dueAt, kindDeclarations[kind].staleAfterMs),
      created_at: now,
    });
    if (canFanOut) onceCommitted(trx, nudge);
  }

  async function consume(trx: Trx, event: DomainEvent): Promise<void> {
    const { name, payload } = event;
    const kinds = kindsOutdatedBy(name);
    if (kinds.length > 0 && 'eventId' in payload)
      await causes.withdrawOutdated(trx, { kinds, eventId: payload.eventId }, clock.now());
    for (const { kind, on } of declarations) {
      const causeOf = on?.[name] as ((trx: Trx, event: DomainEvent) => Promise<NewCause | null>) | undefined;
      const cause = await causeOf?.(trx, event);
      if (cause) await record(trx, kind, cause);
    }
  }

  /** Fans out one batch. Returns whether there may be more. */
  function fanOutBatch(): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      const now = clock.now();
      const cause = await causes.lockNext(trx, now);
      if (!cause) return false;
      if (cause.stale_at <= now) await causes.save(trx, cause.id, { done_at: now, is_stale: true });
      else await fanOut(trx, cause, kindDeclarations[cause.kind], now);
      return true;
    });
  }

  async function fanOut(trx: Trx, cause: CauseRow, declaration: KindDeclaration, now: Date): Promise<void> {
    const { user: groupedUser } = declaration.isGrouped === true ? cause.subjects : {};
    if (groupedUser !== undefined) await causes.lockGroups(trx, groupedUser);
    const title = (await declaration.currentTitle?.(trx, cause.subjects)) ?? cause.title;
    const input = { cause: { ...cause, title }, declaration, communicateMinAge, now, limit: BATCH };
    const { last, considered, told } = await causes.fanOutNext(trx, input);
    if (groupedUser !== undefined && told > 0) await causes.group(trx, cause, groupedUser, now);
    await causes.save(trx, cause.id, {
      told_count: cause.told_count + told,
      ...(last === null ? {} : { told_up_to: last }),
      ...(considered < BATCH ? { done_at: now } : {}),
    });
    onceCommitted(trx, onCommit);
  }

  async function recordDue(): Promise<void> {
    for (const { kind, due } of declarations) {
      if (!due) continue;
      await inTransaction(db, async (trx) => {
        for (const cause of await due(trx, clock.now())) await record(trx, kind, cause);
      });
    }
  }

  async function fanOutAll(): Promise<void> {
    while (await fanOutBatch());
  }

  /** Fans out what is due soon, without waiting for the job that does so every second. */
  function nudge(): void {
    isRerunRequested = true;
    if (running) return;
    isRerunRequested = false;
    running = fanOutAll()
      .catch(onTrouble)
      .finally(() => {
        running = null;
        if (isRerunRequested) nudge();
      });
  }

  return {
    record,

    /** Counts whom a cause of this kind with these subjects reaches now. */
    countAudience: (kind: NotificationKind, subjects: Record<string, string>): Promise<number> =>
      causes.countAudience(kindDeclarations[kind], { subjects, actorId: null, now: clock.now(), communicateMinAge }),

    /** The consumer of domain events: withdraws and records the causes that the kinds declare. */
    consumer: Object.fromEntries([...consumedNames].map((name) => [name, consume])) as DomainEventHandlers,

    /** Records the causes that have become due by time, and fans out everything that is due. */
    async fanOutDue(): Promise<void> {
      await recordDue();
      await fanOutAll();
      // A batch that a nudge is fanning out is skipped above.
      while (running) await running;
    },

    deleteOld: (now: Date) => causes.deleteOld(Object.keys(kindDeclarations) as NotificationKind[], now),

    /** Waits for the batch in progress. */
    async stop(): Promise<void> {
      await running;
    },
  };
}
