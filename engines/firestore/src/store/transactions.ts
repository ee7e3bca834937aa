import { randomBytes } from 'node:crypto';
import { invalidArgument, StatusError } from '../status';
import type { Query } from '../query/query';

/** Source: firebase.google.com/docs/firestore/quotas#writes_and_transactions. */
const IDLE_MS = 60_000;
const LIFETIME_MS = 270_000;

export interface Transaction {
  readonly id: string;
  readonly isReadOnly: boolean;
  /** The version that all reads of a read-only transaction see. */
  readonly readVersion?: number;
  /** What was read, each at the version at which it was read first. */
  readonly documents: Map<string, number>;
  readonly queries: { readonly query: Query; readonly version: number }[];
}

interface Open extends Transaction {
  readonly beganAt: number;
  usedAt: number;
}

interface Lock {
  holder: string;
  /** Transactions that want it next, and plain writes, which only want it to be free. */
  readonly waiting: { readonly id: string | undefined; readonly go: () => void }[];
}

/**
 * The transactions that are under way.
 *
 * What decides is the commit: it is refused when something read has changed since. Locks only spare the wasted attempts:
 * who reads or writes a document that another transaction has read waits for that one, up to a limit, and then goes ahead.
 */
export class Transactions {
  readonly #open = new Map<string, Open>();
  readonly #ended = new Set<string>();
  readonly #locks = new Map<string, Lock>();

  constructor(private readonly now: () => number, private readonly options: { readonly lockWaitMs: number; readonly maxOpen: number }) {}

  /** Opens one. A read version makes it read-only. */
  begin(mode: { readonly isReadOnly: boolean; readonly readVersion?: number }): Transaction {
    this.#forgetExpired();
    if (this.#open.size >= this.options.maxOpen) throw new StatusError('RESOURCE_EXHAUSTED', 'Too many open transactions.');
    const id = randomBytes(18).toString('base64');
    const transaction: Open = { id, ...mode, documents: new Map(), queries: [], beganAt: this.now(), usedAt: this.now() };
    this.#open.set(id, transaction);
    return transaction;
  }

  /** The open transaction of this id. Throws INVALID_ARGUMENT for an unknown id, ABORTED for one that has ended. */
  get(id: unknown): Transaction {
    this.#forgetExpired();
    const normal = typeof id === 'string' ? Buffer.from(id.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('base64') : '';
    const transaction = this.#open.get(normal);
    if (!transaction) {
      if (this.#ended.has(normal)) throw new StatusError('ABORTED', 'The referenced transaction has expired or is no longer valid.');
      throw invalidArgument('Invalid transaction.');
    }
    transaction.usedAt = this.now();
    return transaction;
  }

  /** Ends one; whoever waits for what it read goes on. */
  end(id: string): void {
    if (!this.#open.delete(id)) return;
    this.#ended.add(id);
    if (this.#ended.size > 10_000) for (const old of [...this.#ended].slice(0, 5000)) this.#ended.delete(old);
    for (const [path, lock] of this.#locks) if (lock.holder === id) this.#passOn(path, lock);
  }

  /** Waits until no other transaction holds these documents, or long enough. */
  async lock({ id, isReadOnly }: Transaction, paths: readonly string[]): Promise<void> {
    if (isReadOnly) return;
    // One order for all, so that two transactions seldom wait for each other.
    for (const path of [...paths].sort()) {
      const lock = this.#locks.get(path);
      if (!lock) this.#locks.set(path, { holder: id, waiting: [] });
      else if (lock.holder !== id) await this.#wait(lock, id);
    }
  }

  /** Waits, before a write, until no other transaction holds these documents, or long enough. */
  async untilFree(paths: readonly string[], writer?: string): Promise<void> {
    for (const path of paths) {
      const lock = this.#locks.get(path);
      if (lock && lock.holder !== writer) await this.#wait(lock, undefined);
    }
  }

  #wait(lock: Lock, id: string | undefined): Promise<void> {
    return new Promise((go) => {
      const entry = { id, go: () => { clearTimeout(timer); go(); } };
      const timer = setTimeout(() => {
        lock.waiting.splice(lock.waiting.indexOf(entry), 1);
        go();
      }, this.options.lockWaitMs);
      lock.waiting.push(entry);
    });
  }

  #passOn(path: string, lock: Lock): void {
    for (let next = lock.waiting.shift(); next; next = lock.waiting.shift()) {
      next.go();
      // Plain writes keep nothing, and who has ended in the meantime wants nothing.
      if (next.id === undefined || !this.#open.has(next.id)) continue;
      lock.holder = next.id;
      return;
    }
    this.#locks.delete(path);
  }

  #forgetExpired(): void {
    const now = this.now();
    for (const { id, usedAt, beganAt } of this.#open.values()) if (now - usedAt > IDLE_MS || now - beganAt > LIFETIME_MS) this.end(id);
  }
}
