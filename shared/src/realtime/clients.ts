import type { LiveClient } from './client';
import { type LiveSnapshot, UNKNOWN } from './snapshot';
import type { LiveTarget } from './target';

/** When code that did not come is asked for again, in milliseconds. */
const TRY_AGAIN_MS = 3000;

/** One for each person, who may be an anonymous visitor. */
const clients = new Map<string, LiveClient>();
const watchers = new Set<() => void>();

/**
 * Hears of every change of a target's snapshot. What listens comes with the first listener: a page that shows nothing
 * live loads none of it. Returns how to stop.
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

/** What is known of a target. */
export const snapshotAs = (who: string, target: LiveTarget): LiveSnapshot =>
  clients.get(who)?.snapshotOf(target) ?? UNKNOWN;

/** Asks once more for a target that was refused. */
export const retryAs = (who: string, target: LiveTarget): void => clients.get(who)?.retry(target);

/** Whether something that this page shows has not been live for so long that it is an outage. */
export const isLiveConnectionLost = () => [...clients.values()].some(({ statuses }) => statuses.includes('offline'));

/** Hears whenever `isLiveConnectionLost` may have changed. Returns how to stop. */
export function watchLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The line of the device is back: what waits for its next attempt need not wait. */
export const reconnectLiveClients = () => clients.forEach((client) => client.reconnectNow());
