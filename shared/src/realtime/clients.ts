import type { LiveClient } from './client';
import { type LiveSnapshot, UNKNOWN } from './snapshot';
import type { LiveTarget } from './target';

/** The delay before loading code is retried, in milliseconds. */
const TRY_AGAIN_MS = 3000;

/** One client per user, who may be anonymous. */
const clients = new Map<string, LiveClient>();
const watchers = new Set<() => void>();

/**
 * Calls the listener on every change of a target's snapshot. The client is loaded with the first listener: a page
 * without live documents does not load it. Returns the unsubscribe function.
 */
export function listenAs(who: string, target: LiveTarget, listener: () => void): () => void {
  const known = clients.get(who);
  if (known) return known.subscribe(target, listener);
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = true;
  const begin = () => {
    import(/* webpackChunkName: "live-client" */ './client').then(
      ({ LiveClient: Client }) => {
        if (!isWanted) return;
        stop = clientOf(who, Client).subscribe(target, listener);
        listener();
      },
      () => {
        if (isWanted) timer = setTimeout(begin, TRY_AGAIN_MS);
      },
    );
  };
  begin();
  return () => {
    isWanted = false;
    clearTimeout(timer);
    stop?.();
  };
}

function clientOf(who: string, Client: typeof LiveClient): LiveClient {
  const known = clients.get(who);
  if (known) return known;
  const client = new Client(async () => (await import('./open-port')).openPort(who));
  client.watch(() => watchers.forEach((watcher) => watcher()));
  clients.set(who, client);
  return client;
}

/** Returns the current snapshot of a target. */
export const snapshotAs = (who: string, target: LiveTarget): LiveSnapshot =>
  clients.get(who)?.snapshotOf(target) ?? UNKNOWN;

/** Requests a refused target again. */
export const retryAs = (who: string, target: LiveTarget): void => clients.get(who)?.retry(target);

/** Whether a target of this page has been disconnected long enough to count as an outage. */
export const isLiveConnectionLost = () => [...clients.values()].some(({ statuses }) => statuses.includes('offline'));

/** Calls the watcher whenever `isLiveConnectionLost` may have changed. Returns the unsubscribe function. */
export function watchLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The device is online again: all clients reconnect without waiting. */
export const reconnectLiveClients = () => clients.forEach((client) => client.reconnectNow());
