import type { Caller } from '../access/access';
import type { Gate } from '../access/gate';
import { invalidArgument, StatusError } from '../status';
import type { Store } from '../store/store';
import type { Transaction, Transactions } from '../store/transactions';
import { isRecord } from '../values/parse-value';
import { parseMicros } from '../values/timestamps';

/** How a call reads: at which version, in which transaction, and whether the call began that transaction. */
export interface ReadMode {
  readonly version?: number;
  readonly transaction?: Transaction;
  readonly begun?: string;
}

interface Services {
  readonly store: Store;
  readonly gate: Gate;
  readonly transactions: Transactions;
}

/** Resolves `transaction`, `newTransaction` or `readTime` from a call's input. */
export function readMode(input: Record<string, unknown>, caller: Caller, services: Services): ReadMode {
  const { store, transactions } = services;
  const { transaction: id, newTransaction, readTime } = input;
  if (typeof id === 'string' && id !== '') return withTransaction(transactions.get(id, caller), store);
  if (isRecord(newTransaction)) {
    const transaction = begin(newTransaction, caller, services);
    return { ...withTransaction(transaction, store), begun: transaction.id };
  }
  return readTime === undefined || readTime === null ? {} : { version: readVersion(readTime, store) };
}

function withTransaction(transaction: Transaction, store: Store): ReadMode {
  const { readVersion } = transaction;
  if (readVersion === undefined) return { transaction };
  // The read version may have left the history while the transaction was open.
  checkAge(readVersion, store);
  return { transaction, version: readVersion };
}

/** Begins a transaction with the options of a call. Reads by a caller without write permission take no locks. */
export function begin(
  options: Record<string, unknown>,
  caller: Caller,
  { store, gate, transactions }: Services,
): Transaction {
  const canLock = gate.may(caller, 'write');
  const { readOnly, readWrite } = options;
  if (isRecord(readOnly)) {
    const { readTime } = readOnly;
    return transactions.begin({
      caller,
      canLock,
      isReadOnly: true,
      readVersion: readTime === undefined || readTime === null ? store.version : readVersion(readTime, store),
    });
  }
  if (isRecord(readWrite) && readWrite.readTime !== undefined)
    throw invalidArgument('read_time cannot be set in a read-write transaction.');
  return transactions.begin({ caller, canLock, isReadOnly: false });
}

function readVersion(readTime: unknown, store: Store): number {
  const version = Number(parseMicros(readTime));
  checkAge(version, store);
  if (version > Math.max(store.version, Date.now() * 1000))
    throw invalidArgument('The requested read time is in the future.');
  return version;
}

function checkAge(version: number, store: Store): void {
  if (version < store.earliestVersion)
    throw new StatusError('FAILED_PRECONDITION', 'The requested snapshot version is too old.');
}
