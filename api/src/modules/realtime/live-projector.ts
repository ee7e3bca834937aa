import { continueTraces, outsideTrace } from '@manabiba/telemetry/spans';

import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { liveOutboxRepository as outbox } from './live-outbox.repository';
import type { ChangedRow, LiveProjection } from './live-projection';
import type { LiveStore, LiveWrite } from './live-store';

interface ProjectorDeps {
  db: Db;
  clock: Clock;
  store: LiveStore;
  /** Projections, in the order in which their documents are written. */
  projections: readonly LiveProjection[];
  onTrouble: (error: unknown) => void;
}

export interface LiveProjector {
  /** Requests a write; call it after a commit that may have changed live documents. Returns at once. */
  nudge(): void;
  /** Resolves once everything committed before the call is written, or after the timeout. */
  flush(atMostMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Without a store, changes stay in the outbox. */
export const noProjector: LiveProjector = {
  nudge: () => {},
  flush: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Documents per commit; Firestore's limit is 500. */
const BATCH = 400;
/** Polling interval for changes left by other processes or a crash, in milliseconds. */
const LOOK_EVERY_MS = 500;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** Firestore's error code for a write that will never be accepted. */
const INVALID_ARGUMENT = 3;

/** Builds the documents of all projections for these rows. */
async function projectAll(
  projections: readonly LiveProjection[],
  trx: Trx,
  rows: readonly ChangedRow[],
  now: Date,
): Promise<{ writes: LiveWrite[]; afterWrite: () => Promise<void> }> {
  const writes: LiveWrite[] = [];
  const following: (() => Promise<void>)[] = [];
  for (const { kinds, project } of projections) {
    const own = rows.filter(({ kind }) => kinds.includes(kind));
    if (own.length === 0) continue;
    const projected = await project(trx, own, now);
    writes.push(...projected.writes);
    if (projected.afterWrite) following.push(projected.afterWrite);
  }
  return {
    writes,
    afterWrite: async () => {
      for (const follow of following) await follow();
    },
  };
}

const causesOf = (rows: readonly { traceparent: string | null }[]) => rows.map(({ traceparent }) => traceparent);

/**
 * Rewrites live documents from the outbox so that they match the database: in order, one process at a time, many
 * documents per commit. Failed writes are retried; a crash at any point loses nothing.
 */
export function startLiveProjector({ db, clock, store, projections, onTrouble }: ProjectorDeps): LiveProjector {
  const kinds = projections.flatMap((projection) => projection.kinds);
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let pauseMs = 0;
  let pausedUntil = 0;
  let batch = BATCH;

  /** Writes one batch. Returns whether more rows may be due. */
  function writeBatch(): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      await outbox.lock(trx);
      const now = clock.now();
      const heldBack = projections.flatMap(({ isHeldBack }) => (isHeldBack ? [isHeldBack(now)] : []));
      const rows = await outbox.due(trx, { now, kinds, heldBack, limit: batch });
      if (rows.length === 0) return false;
      const { refused, afterWrite } = await continueTraces('write live documents', causesOf(rows), async () => {
        const { writes, afterWrite: follow } = await projectAll(projections, trx, rows, now);
        return { refused: await write(writes), afterWrite: follow };
      });
      if (refused && rows.length > 1) throw refused;
      // Skips one document that can never be written so that it does not block the others.
      if (refused) onTrouble(refused);
      await afterWrite();
      await outbox.done(trx, rows);
      return rows.length === batch;
    });
  }

  async function write(writes: readonly LiveWrite[]): Promise<Error | undefined> {
    if (writes.length === 0) return undefined;
    try {
      await store.commit(writes);
      return undefined;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === INVALID_ARGUMENT || error.code === 400))
        return error;
      throw error;
    }
  }

  async function run(): Promise<void> {
    try {
      do {
        isWanted = false;
        while (!isStopped && (await writeBatch())) batch = BATCH;
        batch = BATCH;
        pauseMs = 0;
      } while (isWanted && !isStopped);
    } catch (error) {
      if (pauseMs === 0) onTrouble(error);
      batch = Math.max(1, Math.floor(batch / 2));
      pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      pausedUntil = performance.now() + pauseMs;
    }
  }

  function nudge(): void {
    isWanted = true;
    if (running || isStopped || performance.now() < pausedUntil) return;
    running = outsideTrace(run).finally(() => {
      running = null;
      if (isWanted) nudge();
    });
  }

  const timer = setInterval(nudge, LOOK_EVERY_MS);
  timer.unref();
  return {
    nudge,

    async flush(atMostMs) {
      // The current run may have read before the caller's commit; the next one has not.
      const tooLate = new Promise<void>((resolve) => setTimeout(resolve, atMostMs).unref());
      const flushed = (async () => {
        await running;
        nudge();
        await running;
      })();
      await Promise.race([flushed, tooLate]);
    },

    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
      await store.close();
    },
  };
}
