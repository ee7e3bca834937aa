import { AsyncLocalStorage } from 'node:async_hooks';

import type { Connection } from './joined-connection';

/** A transaction: while `isHolding`, its connection is not returned to the pool. */
export interface ConnectionHolder {
  readonly isHolding: boolean;
  /** Returns a connection that joins its transaction. */
  connect(): Connection;
}

const current = new AsyncLocalStorage<ConnectionHolder>();

/** Runs `work` within a transaction: until that ends, `work` can take no other connection. */
export const whileHolding = <T>(holder: ConnectionHolder, work: () => T): T => current.run(holder, work);

/**
 * Thrown where a transaction waits for a second connection. When all connections of the pool belong to such
 * transactions, none of them can go on.
 */
export class SecondConnectionError extends Error {
  override name = 'SecondConnectionError';
  constructor() {
    super('A transaction asked for a second connection: use its own trx, or ask before it begins');
  }
}

function openHolder(): ConnectionHolder | undefined {
  const holder = current.getStore();
  return holder?.isHolding === true ? holder : undefined;
}

/** Returns a connection of the open transaction around the caller, or undefined without one. */
export const connectionOfTransaction = (): Connection | undefined => openHolder()?.connect();

/** Returns the error when a transaction is open around the caller. */
export const secondConnection = (): SecondConnectionError | undefined => openHolder() && new SecondConnectionError();
