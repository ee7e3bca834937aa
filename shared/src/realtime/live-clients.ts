import { LiveClient } from './live-client';

const clients = new Map<string, LiveClient>();
const watchers = new Set<() => void>();

/** The client of one person, who may be an anonymous visitor. Nothing is loaded before something is listened to. */
export function liveClientOf(who: string): LiveClient {
  const known = clients.get(who);
  if (known) return known;
  const client = new LiveClient(async () => (await import('./open-port')).openPort(who));
  client.watch(() => watchers.forEach((watcher) => watcher()));
  clients.set(who, client);
  return client;
}

/** Whether something that this page shows has not been live for so long that it is an outage. */
export const isLiveLineLost = () => [...clients.values()].some(({ statuses }) => statuses.includes('offline'));

/** Hears whenever `isLiveLineLost` may have changed. Returns how to stop. */
export function watchLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The line of the device is back: what waits for its next attempt need not wait. */
export const hurryLiveClients = () => clients.forEach((client) => client.hurry());
