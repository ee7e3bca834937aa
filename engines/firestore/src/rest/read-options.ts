import { invalidArgument, StatusError } from '../status';
import type { Store } from '../store/store';
import type { Transaction, Transactions } from '../store/transactions';
import { isRecord } from '../values/parse-value';
import { parseMicros } from '../values/timestamps';

/** How a call reads: at which version, in which transaction, and whether the call itself began it. */
export interface ReadMode {
  readonly version?: number;
  readonly transaction?: Transaction;
  readonly begun?: string;
}

/** A call's choice of `transaction`, `newTransaction` or `readTime`. */
export function readMode(input: Record<string, unknown>, store: Store, transactions: Transactions): ReadMode {
  const { transaction: id, newTransaction, readTime } = input;
  if (typeof id === 'string' && id !== '') return withTransaction(transactions.get(id));
  if (isRecord(newTransaction)) {
    const transaction = begin(newTransaction, store, transactions);
    return { ...withTransaction(transaction), begun: transaction.id };
  }
  return readTime === undefined || readTime === null ? {} : { version: readVersion(readTime, store) };
}

function withTransaction(transaction: Transaction): ReadMode {
  return { transaction, ...(transaction.readVersion !== undefined && { version: transaction.readVersion }) };
}

/** Begins a transaction with the options of a call. */
export function begin(options: Record<string, unknown>, store: Store, transactions: Transactions): Transaction {
  const { readOnly, readWrite } = options;
  if (isRecord(readOnly)) {
    const { readTime } = readOnly;
    return transactions.begin({ isReadOnly: true, readVersion: readTime === undefined || readTime === null ? store.version : readVersion(readTime, store) });
  }
  if (isRecord(readWrite) && readWrite.readTime !== undefined) throw invalidArgument('read_time cannot be set in a read-write transaction.');
  return transactions.begin({ isReadOnly: false });
}

function readVersion(readTime: unknown, store: Store): number {
  const version = Number(parseMicros(readTime));
  if (version < store.earliestVersion) throw new StatusError('FAILED_PRECONDITION', 'The requested snapshot version is too old.');
  if (version > Math.max(store.version, Date.now() * 1000)) throw invalidArgument('The requested read time is in the future.');
  return version;
}
