import { startTransition, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useSession } from '../session/session-provider';
import { listenAs, retryAs, snapshotAs } from './clients';
import { isLong, type LiveSchema, parsed } from './parse-value';
import { type LiveSnapshot, type LiveStatus, UNKNOWN } from './snapshot';
import { type LiveTarget, type LiveValue, targetKey } from './target';

export interface LiveCollection<T> {
  /** In the order that was asked for; undefined until something has come. What is not as the contract says is left out. */
  items: readonly T[] | undefined;
  status: LiveStatus;
  /** Asks once more for what was refused, as after joining. */
  retry: () => void;
}

export interface LiveCollectionOptions {
  /**
   * Parses hundreds of new values in parts and shows them when all are parsed, so that a slow device goes on answering
   * meanwhile. For collections that may arrive long in one message, as the people of a room do.
   */
  inParts?: boolean;
}

/**
 * The documents of a live collection, kept up to date without asking. With `null` nothing is listened to.
 *
 * However many components of however many remotes ask for the same, it is one listener, and one connection for all tabs.
 * An item that has not changed is the same object as before. The SDK of the service is loaded with the first listener.
 */
export function useLiveCollection<T>(
  target: Omit<LiveTarget, 'kind'> | null,
  schema: LiveSchema<T>,
  { inParts }: LiveCollectionOptions = {},
): LiveCollection<T> {
  const source = useSource(target && { ...target, kind: 'collection' });
  const [shown, setShown] = useState(() => {
    const now = snapshotOf(source);
    return { source, snapshot: inParts && isLong(now.values, schema) ? UNKNOWN : now };
  });
  useEffect(() => {
    if (!source) return undefined;
    let isOver = false;
    const show = (snapshot: LiveSnapshot) =>
      setShown((before) => (before.source === source && before.snapshot === snapshot ? before : { source, snapshot }));
    const take = () => {
      const now = snapshotOf(source);
      if (!inParts || !isLong(now.values, schema)) return show(now);
      void parseInParts(now.values, schema).then(() => {
        if (!isOver && snapshotOf(source) === now) startTransition(() => show(now));
      });
    };
    const stop = listenAs(source.who, source.target, take);
    take();
    return () => {
      isOver = true;
      stop();
    };
  }, [source, schema, inParts]);
  const { values, status } = shown.source === source ? shown.snapshot : UNKNOWN;
  const items = useMemo(() => values?.flatMap((value) => parsed(value, schema) ?? []), [values, schema]);
  return { items, status, retry: useRetry(source) };
}

/** Comes with the code that listens, which is there when there are values. Values that are not parsed here are when they are shown. */
const parseInParts = (values: readonly LiveValue[], schema: LiveSchema<unknown>) =>
  import(/* webpackChunkName: "live-client" */ './parse-in-parts').then(
    (module) => module.parseInParts(values, schema),
    () => undefined,
  );

/** What is known of a target, as it came. */
export function useLiveValues(target: LiveTarget | null) {
  const source = useSource(target);
  const subscribe = useCallback(
    (listener: () => void) => (source ? listenAs(source.who, source.target, listener) : () => undefined),
    [source],
  );
  const snapshot = useSyncExternalStore(
    subscribe,
    () => snapshotOf(source),
    () => UNKNOWN,
  );
  return { ...snapshot, retry: useRetry(source) };
}

/** A target, and for whom it is listened to. */
type Source = { who: string; target: LiveTarget } | null;

function useSource(target: LiveTarget | null): Source {
  const who = useSession(({ me }) => me?.id ?? null);
  const key = target && targetKey(target);
  // The key says all that the target says, and does not change with every rendering.
  return useMemo(() => (who !== null && target ? { who, target } : null), [who, key]); // eslint-disable-line react-hooks/exhaustive-deps
}

const useRetry = (source: Source) =>
  useCallback(() => {
    if (source) retryAs(source.who, source.target);
  }, [source]);

const snapshotOf = (source: Source) => (source ? snapshotAs(source.who, source.target) : UNKNOWN);
