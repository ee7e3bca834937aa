import { AsyncLocalStorage } from 'node:async_hooks';

import type { Pool, PoolClient } from 'pg';

import { type ConnectionHolder, whileHolding } from './connection-guard';
import { type Connection, joinedConnection, type RunStatement } from './joined-connection';
import { runPrepared } from './prepared-statement';

/** Connections of the pool reserved for work outside of units, such as reads. */
const CONNECTIONS_LEFT = 2;

/** While its transaction is open, every statement must go through it. */
interface UnitOfWork extends ConnectionHolder {
  readonly isOver: boolean;
  /** Runs a statement in its transaction. */
  run: RunStatement;
  /** Returns a connection that joins its transaction; the first write begins it. */
  connect(): Connection;
  afterCommit(work: () => void): void;
}

const current = new AsyncLocalStorage<UnitOfWork | undefined>();

function currentUnit(): UnitOfWork | undefined {
  const unit = current.getStore();
  return unit?.isOver === false ? unit : undefined;
}

/** Returns a connection of the surrounding unit of work, or undefined without one. */
export const connectionOfUnit = (): Connection | undefined => currentUnit()?.connect();

/** Returns the runner of the surrounding unit of work if its transaction has begun. */
export function statementInUnit(): RunStatement | undefined {
  const unit = currentUnit();
  return unit?.isHolding === true ? unit.run : undefined;
}

/**
 * Runs `work` outside of any unit of work: for writes that must survive its rollback, such as counters. Impossible once
 * the unit has begun to write.
 */
export const outsideUnit = <T>(work: () => T): T => current.run(undefined, work);

/** Runs `work` after the commit of the surrounding unit of work, or at once without one. */
export function afterCommit(work: () => void): void {
  const unit = currentUnit();
  if (unit) unit.afterCommit(() => outsideUnit(work));
  else work();
}

interface Turns {
  takeConnection(): Promise<PoolClient>;
  giveTurn(): void;
}

/** Limits the connections used by units of work so that some of the pool stay free. */
function createTurns(pool: Pool): Turns {
  let free = Math.max(1, pool.options.max - CONNECTIONS_LEFT);
  const waiting: (() => void)[] = [];

  async function takeConnection(): Promise<PoolClient> {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    try {
      return await pool.connect();
    } catch (error) {
      giveTurn();
      throw error;
    }
  }

  function giveTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return { takeConnection, giveTurn };
}

/** Returns a function that runs tasks one after another: a connection executes one statement at a time. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Creates a unit whose transaction has not begun yet. */
function openUnit(pool: Pool, { takeConnection, giveTurn }: Turns, begin: (run: RunStatement) => Promise<void>) {
  let beginning: Promise<PoolClient> | null = null;
  let client: PoolClient | null = null;
  let isOver = false;
  let savepoints = 0;
  const committed: (() => void)[] = [];
  const inOrder = createQueue();

  async function start(): Promise<PoolClient> {
    const taken = await takeConnection();
    client = taken;
    await taken.query('begin');
    await begin((text, values) => runPrepared(taken, text, values));
    return taken;
  }

  const run: RunStatement = async (text, values) => {
    const opened = await (beginning ??= start());
    return inOrder(() => runPrepared(opened, text, values));
  };
  const unit: UnitOfWork = {
    get isOver() {
      return isOver;
    },
    get isHolding() {
      return client !== null && !isOver;
    },
    run,
    connect: () =>
      joinedConnection({
        run,
        read: (text, values) => (beginning ? run(text, values) : runPrepared(pool, text, values)),
        newName: () => `step_${(savepoints += 1)}`,
      }),
    afterCommit: (work) => {
      committed.push(work);
    },
  };

  return {
    unit,
    committed,
    get hasBegun() {
      return beginning !== null;
    },
    /** Ends the transaction. Discards the connection when that fails. */
    async end(how: 'commit' | 'rollback'): Promise<void> {
      await beginning?.catch(() => undefined);
      isOver = true;
      if (!client) return;
      let broken: Error | undefined;
      try {
        await inOrder(async () => client?.query(how));
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        if (how === 'commit') throw error;
      } finally {
        client.release(broken);
        giveTurn();
      }
    },
  };
}

/**
 * Units of work: all writes while `work` runs, from any repository and in any number of transactions, form one
 * transaction, together with the writes of `finish`. Inner transactions become savepoints.
 *
 * `work` may wait only for the database: a call that queries another service does so between two units.
 */
export function createUnitsOfWork({ pool }: { pool: Pool }) {
  const turns = createTurns(pool);
  return {
    /**
     * Runs `work` as one unit. `begin` runs right before the first write, `finish` with the result right before the
     * commit; neither runs without a write. After an error `keeps` decides whether the writes are committed without
     * `finish` or rolled back. The error is rethrown either way.
     */
    async run<T>({
      begin,
      work,
      finish,
      keeps,
    }: {
      begin: (run: RunStatement) => Promise<void>;
      work: () => Promise<T>;
      finish: (run: RunStatement, result: T) => Promise<void>;
      keeps: (error: unknown) => boolean;
    }): Promise<T> {
      const opened = openUnit(pool, turns, begin);
      let result: T;
      try {
        result = await whileHolding(opened.unit, () => current.run(opened.unit, work));
        if (opened.hasBegun) await finish(opened.unit.run, result);
      } catch (error) {
        const isKept = keeps(error);
        await opened.end(isKept ? 'commit' : 'rollback');
        if (isKept) for (const follow of opened.committed) follow();
        throw error;
      }
      await opened.end('commit');
      for (const follow of opened.committed) follow();
      return result;
    },
  };
}
