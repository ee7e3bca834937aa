import { randomBytes } from 'node:crypto';

import type { Caller } from '../access/access';
import type { Query } from '../query/query';
import { invalidArgument, StatusError } from '../status';

/** Source: firebase.google.com/docs/firestore/quotas#writes_and_transactions. */
const IDLE_MS = 60_000;
const LIFETIME_MS = 270_000;

/** The maximum number of documents and queries that one transaction may read. */
const MAX_READS = 10_000;

export interface Transaction {
  readonly id: string;
  readonly caller: Caller;
  readonly isReadOnly: boolean;
  /** The snapshot version of a read-only transaction. */
  readonly readVersion?: number;
  /** The documents read, each with the version at which it was first read. */
  readonly documents: ReadonlyMap<string, number>;
  readonly queries: readonly { readonly query: Query; readonly version: number }[];
}

interface Mode {
  readonly caller: Caller;
  /** Whether its reads take locks; only for callers with write permission. */
  readonly canLock: boolean;
  readonly isReadOnly: boolean;
  readonly readVersion?: number;
}

interface Open extends Transaction, Mode {
  readonly documents: Map<string, number>;
  readonly queries: { readonly query: Query; readonly version: number }[];
  readonly locked: Set<string>;
  readonly beganAt: number;
  usedAt: number;
}

interface Lock {
  holder: string;
  /** Transactions waiting to acquire the lock, and plain writes waiting for it to be free. */
  readonly waiting: { readonly id: string | undefined; readonly go: () => void }[];
}

interface Options {
  /** How long a call waits for locks in total, regardless of how many documents it reads or writes. */
  readonly lockWaitMs: number;
  readonly maxOpen: number;
  readonly maxOpenPerUser: number;
}

const ownerOf = (caller: Caller) => (caller.kind === 'user' ? `user ${caller.uid}` : caller.kind);

/**
 * The open transactions.
 *
 * Correctness is decided at commit: it is rejected when something read has changed since. Locks only avoid wasted
 * attempts: a caller that reads or writes a document read by another transaction waits for it, up to a limit, and then
 * proceeds. The server waits only for its own transactions: it takes over the locks of others, whose commits then fail.
 */
export class Transactions {
  readonly #open = new Map<string, Open>();
  readonly #ended = new Set<string>();
  readonly #locks = new Map<string, Lock>();

  constructor(
    private readonly now: () => number,
    private readonly options: Options,
  ) {}

  /** Opens a transaction. A read version makes it read-only. Throws RESOURCE_EXHAUSTED when too many are open. */
  begin(mode: Mode): Transaction {
    this.#forgetExpired();
    const isServer = mode.caller.kind === 'server';
    // The server's transactions are counted separately so that other callers cannot exhaust its quota.
    const open = [...this.#open.values()].filter(({ caller }) => (caller.kind === 'server') === isServer);
    const own = open.filter(({ caller }) => ownerOf(caller) === ownerOf(mode.caller));
    if (open.length >= this.options.maxOpen || (!isServer && own.length >= this.options.maxOpenPerUser)) {
      throw new StatusError('RESOURCE_EXHAUSTED', 'Too many open transactions.');
    }
    const id = randomBytes(18).toString('base64');
    const transaction: Open = {
      id,
      ...mode,
      documents: new Map(),
      queries: [],
      locked: new Set(),
      beganAt: this.now(),
      usedAt: this.now(),
    };
    this.#open.set(id, transaction);
    return transaction;
  }

  /**
   * Returns the open transaction with this id. Throws INVALID_ARGUMENT for an unknown id or one of another caller,
   * ABORTED for a transaction that has ended.
   */
  get(id: unknown, caller: Caller): Transaction {
    this.#forgetExpired();
    const normal =
      typeof id === 'string'
        ? Buffer.from(id.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('base64')
        : '';
    const transaction = this.#open.get(normal);
    if (!transaction || ownerOf(transaction.caller) !== ownerOf(caller)) {
      if (this.#ended.has(normal))
        throw new StatusError('ABORTED', 'The referenced transaction has expired or is no longer valid.');
      throw invalidArgument('Invalid transaction.');
    }
    transaction.usedAt = this.now();
    return transaction;
  }

  /** Records what a transaction has read, each with the version at which it was first read. */
  noteDocuments({ id }: Transaction, paths: readonly string[], version: number): void {
    const open = this.#open.get(id);
    for (const path of paths) if (open && !open.documents.has(path)) open.documents.set(path, version);
    if (open) checkReads(open);
  }

  noteQuery({ id }: Transaction, query: Query, version: number): void {
    const open = this.#open.get(id);
    open?.queries.push({ query, version });
    if (open) checkReads(open);
  }

  /** Ends a transaction and wakes those waiting for its locks. */
  end(id: string): void {
    const ended = this.#open.get(id);
    if (!ended) return;
    this.#open.delete(id);
    this.#ended.add(id);
    if (this.#ended.size > 10_000) for (const old of [...this.#ended].slice(0, 5000)) this.#ended.delete(old);
    for (const path of ended.locked) {
      const lock = this.#locks.get(path);
      if (lock?.holder === id) this.#passOn(path, lock);
    }
  }

  /** Locks these documents for the transaction, waiting up to the limit for other holders. */
  async lock({ id }: Transaction, paths: readonly string[]): Promise<void> {
    const open = this.#open.get(id);
    if (!open || open.isReadOnly || !open.canLock) return;
    const take = (path: string): boolean => {
      const lock = this.#locks.get(path);
      if (!lock) this.#locks.set(path, { holder: id, waiting: [] });
      else if (lock.holder !== id && !this.#gives(lock, open.caller)) return false;
      else lock.holder = id;
      open.locked.add(path);
      return true;
    };
    // A single global order, so that transactions rarely deadlock.
    await this.#inTurn([...paths].sort(), id, take);
  }

  /** Waits, before a write, until no other transaction holds these documents or the limit has passed. */
  untilFree(paths: readonly string[], caller: Caller, writer?: string): Promise<void> {
    return this.#inTurn(paths, undefined, (path) => {
      const lock = this.#locks.get(path);
      return !lock || lock.holder === writer || this.#gives(lock, caller);
    });
  }

  /**
   * Returns whether the lock yields to this caller: only the server passes, and only if the holder is not the server.
   */
  #gives(lock: Lock, caller: Caller): boolean {
    return caller.kind === 'server' && this.#open.get(lock.holder)?.caller.kind !== 'server';
  }

  /** Waits for unavailable locks one after the other, all within one limit. */
  async #inTurn(paths: readonly string[], id: string | undefined, take: (path: string) => boolean): Promise<void> {
    const deadline = performance.now() + this.options.lockWaitMs;
    for (const path of paths) {
      if (take(path)) continue;
      const left = deadline - performance.now();
      if (left > 0) await this.#wait(this.#locks.get(path) as Lock, id, left);
    }
  }

  #wait(lock: Lock, id: string | undefined, ms: number): Promise<void> {
    return new Promise((go) => {
      const entry = {
        id,
        go: () => {
          clearTimeout(timer);
          go();
        },
      };
      const timer = setTimeout(() => {
        lock.waiting.splice(lock.waiting.indexOf(entry), 1);
        go();
      }, ms);
      lock.waiting.push(entry);
    });
  }

  #passOn(path: string, lock: Lock): void {
    for (let next = lock.waiting.shift(); next; next = lock.waiting.shift()) {
      next.go();
      // Plain writes do not hold locks, and a transaction that has ended no longer needs one.
      const heir = next.id === undefined ? undefined : this.#open.get(next.id);
      if (!heir) continue;
      lock.holder = heir.id;
      heir.locked.add(path);
      return;
    }
    this.#locks.delete(path);
  }

  #forgetExpired(): void {
    const now = this.now();
    for (const { id, usedAt, beganAt } of this.#open.values())
      if (now - usedAt > IDLE_MS || now - beganAt > LIFETIME_MS) this.end(id);
  }
}

function checkReads({ documents, queries }: Transaction): void {
  if (documents.size + queries.length > MAX_READS)
    throw new StatusError('RESOURCE_EXHAUSTED', 'The transaction has read too much.');
}
