import { startTransition, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useSession } from '../session/session-provider';
import { listenAs, retryAs, snapshotAs } from './clients';
import { isLong, type LiveSchema, parsed } from './parse-value';
import { type LiveSnapshot, type LiveStatus, UNKNOWN } from './snapshot';
import { type LiveTarget, type LiveValue, targetKey } from './target';

export interface LiveCollection<T> {
  /** In the requested order; undefined until something has arrived. Invalid items are dropped. */
  items: readonly T[] | undefined;
  status: LiveStatus;
  /** Requests a refused target again, for example after joining. */
  retry: () => void;
}

export interface LiveCollectionOptions {
  /**
   * Parses hundreds of new values in parts and shows them when all are parsed, so that a slow device stays responsive.
   * For collections that may arrive in one large message, such as a room's participants.
   */
  inParts?: boolean;
}

/**
 * The documents of a live collection, kept up to date without polling. `null` subscribes to nothing.
 *
 * All components of all remotes share one listener per target, and all tabs share one connection. An unchanged item
 * keeps its identity. The SDK of the service is loaded with the first listener.
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

/**
 * Loaded with the subscription code, so it is available once there are values. Values not parsed here are parsed when
 * they are shown.
 */
const parseInParts = (values: readonly LiveValue[], schema: LiveSchema<unknown>) =>
  import(/* webpackChunkName: "live-client" */ './parse-in-parts').then(
    (module) => module.parseInParts(values, schema),
    () => undefined,
  );

/** The raw snapshot of a target. */
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

/** A target and the user it is subscribed for. */
type Source = { who: string; target: LiveTarget } | null;

function useSource(target: LiveTarget | null): Source {
  const who = useSession(({ me }) => me?.id ?? null);
  const key = target && targetKey(target);
  // The key represents the whole target and is stable across renders.
  return useMemo(() => (who !== null && target ? { who, target } : null), [who, key]); // oxlint-disable-line react/exhaustive-deps
}

const useRetry = (source: Source) =>
  useCallback(() => {
    if (source) retryAs(source.who, source.target);
  }, [source]);

const snapshotOf = (source: Source) => (source ? snapshotAs(source.who, source.target) : UNKNOWN);
