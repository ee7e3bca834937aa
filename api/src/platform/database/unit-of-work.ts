import { AsyncLocalStorage } from 'node:async_hooks';

import type { Pool, PoolClient } from 'pg';

import { runPrepared } from './prepared-statement';

/** Runs one statement on a connection. */
export type RunStatement = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

interface Connection {
  query: RunStatement;
  release: () => void;
}

/** Connections of the pool reserved for work outside of units, such as rate limit counters. */
const CONNECTIONS_LEFT = 2;

interface UnitOfWork {
  /** Whether its transaction is open; every statement must then go through it. */
  readonly isOpen: boolean;
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
  return unit?.isOpen === true ? unit.run : undefined;
}

/** Runs `work` outside of any unit of work: for writes that must survive its rollback, such as counters. */
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
    get isOpen() {
      return client !== null && !isOver;
    },
    get isOver() {
      return isOver;
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
        result = await current.run(opened.unit, work);
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

const isBegin = (text: string) => text === 'begin' || text.startsWith('start transaction');
/** Matches reads without locks; anything doubtful counts as a write. */
const isRead = (text: string) =>
  /^\s*select\b/i.test(text) && !/\b(for\s+(update|no\s+key|share|key)|nextval|advisory)/i.test(text);

/** Wraps a unit's connection: begin, commit and rollback become those of a savepoint. */
function joinedConnection({
  run,
  read,
  newName,
}: {
  run: RunStatement;
  read: RunStatement;
  newName: () => string;
}): Connection {
  let savepoint: string | null = null;

  async function backTo(name: string): Promise<{ rows: unknown[] }> {
    await run(`rollback to savepoint ${name}`, []);
    return run(`release savepoint ${name}`, []);
  }

  /** Runs one statement in its own savepoint, so that a failure undoes only it. */
  async function runAlone(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const name = newName();
    await run(`savepoint ${name}`, []);
    try {
      const result = await run(text, values);
      await run(`release savepoint ${name}`, []);
      return result;
    } catch (error) {
      await backTo(name).catch(() => undefined);
      throw error;
    }
  }

  return {
    async query(text, values) {
      if (isBegin(text)) {
        savepoint = newName();
        return run(`savepoint ${savepoint}`, []);
      }
      if (savepoint !== null && (text === 'commit' || text === 'rollback')) {
        const name = savepoint;
        savepoint = null;
        return text === 'commit' ? run(`release savepoint ${name}`, []) : backTo(name);
      }
      if (savepoint !== null) return run(text, values);
      return isRead(text) ? read(text, values) : runAlone(text, values);
    },
    release() {
      savepoint = null;
    },
  };
}
