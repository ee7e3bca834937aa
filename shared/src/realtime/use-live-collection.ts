import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { useSession } from '../session/session-provider';
import { listenAs, retryAs, snapshotAs } from './clients';
import { type LiveStatus, UNKNOWN } from './snapshot';
import { type LiveTarget, type LiveValue, targetKey } from './target';

/** What turns a live value into what the contract promises; a schema of zod does. */
export interface LiveSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

export interface LiveCollection<T> {
  /** In the order that was asked for; undefined until something has come. What is not as the contract says is left out. */
  items: readonly T[] | undefined;
  status: LiveStatus;
  /** Asks once more for what was refused, as after joining. */
  retry: () => void;
}

/**
 * The documents of a live collection, kept up to date without asking. With `null` nothing is listened to.
 *
 * However many components of however many remotes ask for the same, it is one listener, and one line for all tabs. An
 * item that has not changed is the same object as before. The SDK of the service is loaded with the first listener.
 */
export function useLiveCollection<T>(
  target: Omit<LiveTarget, 'kind'> | null,
  schema: LiveSchema<T>,
): LiveCollection<T> {
  const { values, status, retry } = useLiveValues(target && { ...target, kind: 'collection' });
  const items = useMemo(() => values?.flatMap((value) => parsed(value, schema) ?? []), [values, schema]);
  return { items, status, retry };
}

/** What is known of a target, as it came. */
export function useLiveValues(target: LiveTarget | null) {
  const who = useSession(({ me }) => me?.id ?? null);
  const key = target && targetKey(target);
  // The key says all that the target says, and does not change with every rendering.
  const known = useMemo(() => (who !== null && target ? { who, target } : null), [who, key]); // eslint-disable-line react-hooks/exhaustive-deps
  const subscribe = useCallback(
    (listener: () => void) => (known ? listenAs(known.who, known.target, listener) : () => undefined),
    [known],
  );
  const snapshot = useSyncExternalStore(
    subscribe,
    () => (known ? snapshotAs(known.who, known.target) : UNKNOWN),
    () => UNKNOWN,
  );
  const retry = useCallback(() => {
    if (known) retryAs(known.who, known.target);
  }, [known]);
  return { ...snapshot, retry };
}

const memory = new WeakMap<LiveSchema<unknown>, WeakMap<LiveValue, { data: unknown } | null>>();

/** Each value is read once for each schema. One that is not as promised is reported once. */
export function parsed<T>(value: LiveValue, schema: LiveSchema<T>): T | undefined {
  let seen = memory.get(schema);
  if (!seen) memory.set(schema, (seen = new WeakMap()));
  let found = seen.get(value) as { data: T } | null | undefined;
  if (found === undefined) {
    const result = schema.safeParse(value);
    found = result.success ? { data: result.data } : null;
    if (!result.success) reportError(new Error('A live document is not as the contract says', { cause: result.error }));
    seen.set(value, found);
  }
  return found?.data;
}
