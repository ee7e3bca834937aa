import { randomBytes } from 'node:crypto';

import type { Caller } from '../access/access';
import type { Query } from '../query/query';
import { invalidArgument, StatusError } from '../status';

/** Source: firebase.google.com/docs/firestore/quotas#writes_and_transactions. */
const IDLE_MS = 60_000;
const LIFETIME_MS = 270_000;

/** What one transaction may have read, in documents and in queries. */
const MAX_READS = 10_000;

export interface Transaction {
  readonly id: string;
  readonly caller: Caller;
  readonly isReadOnly: boolean;
  /** The version that all reads of a read-only transaction see. */
  readonly readVersion?: number;
  /** What was read, each at the version at which it was read first. */
  readonly documents: ReadonlyMap<string, number>;
  readonly queries: readonly { readonly query: Query; readonly version: number }[];
}

interface Mode {
  readonly caller: Caller;
  /** Whether others wait for what it reads: only for somebody who may write. */
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
  /** Transactions that want it next, and plain writes, which only want it to be free. */
  readonly waiting: { readonly id: string | undefined; readonly go: () => void }[];
}

interface Options {
  /** How long a call waits for others, whatever it reads or writes. */
  readonly lockWaitMs: number;
  readonly maxOpen: number;
  readonly maxOpenPerUser: number;
}

const ownerOf = (caller: Caller) => (caller.kind === 'user' ? `user ${caller.uid}` : caller.kind);

/**
 * The transactions that are under way.
 *
 * What decides is the commit: it is refused when something read has changed since. Locks only spare the wasted attempts:
 * who reads or writes a document that another transaction has read waits for that one, up to a limit, and then goes ahead.
 * The server waits for nobody but itself: it takes the locks of others, whose commits then are refused.
 */
export class Transactions {
  readonly #open = new Map<string, Open>();
  readonly #ended = new Set<string>();
  readonly #locks = new Map<string, Lock>();

  constructor(
    private readonly now: () => number,
    private readonly options: Options,
  ) {}

  /** Opens one. A read version makes it read-only. Throws RESOURCE_EXHAUSTED when there are too many. */
  begin(mode: Mode): Transaction {
    this.#forgetExpired();
    const isServer = mode.caller.kind === 'server';
    // The server's and those of everybody else are counted apart: nobody can use up what the server needs.
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

  /** The open transaction of this id. Throws INVALID_ARGUMENT for an unknown id or that of somebody else, ABORTED for one that has ended. */
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

  /** Notes what a transaction has read, each at the version at which it was read first. */
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

  /** Ends one; whoever waits for what it read goes on. */
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

  /** Waits until no other transaction holds these documents, or long enough. */
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
    // One order for all, so that two transactions seldom wait for each other.
    await this.#inTurn([...paths].sort(), id, take);
  }

  /** Waits, before a write, until no other transaction holds these documents, or long enough. */
  untilFree(paths: readonly string[], caller: Caller, writer?: string): Promise<void> {
    return this.#inTurn(paths, undefined, (path) => {
      const lock = this.#locks.get(path);
      return !lock || lock.holder === writer || this.#gives(lock, caller);
    });
  }

  /** Whether the holder of a lock has to let this caller pass: anybody but the server, for the server. */
  #gives(lock: Lock, caller: Caller): boolean {
    return caller.kind === 'server' && this.#open.get(lock.holder)?.caller.kind !== 'server';
  }

  /** Waits for the locks that cannot be taken, one after the other, all of them together no longer than the limit. */
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
      // Plain writes keep nothing, and who has ended in the meantime wants nothing.
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
