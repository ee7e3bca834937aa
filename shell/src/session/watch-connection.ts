import { callWebServer, listenToSilence } from '@manabiba/shared/data/call-endpoint';
import { isLiveConnectionLost, reconnectLiveClients, watchLiveStatus } from '@manabiba/shared/realtime/clients';
import type { SessionStore } from '@manabiba/shared/session/session-store';

import { keptAt } from '../offline/kept-page';

/** Pauses between checks whether the server is reachable again, in milliseconds. */
const LOOK = { first: 2000, factor: 1.5, longest: 15_000 } as const;

/**
 * Keeps `isOnline` of the session current: false when the device is offline, when a call and a check of the server both
 * get no response, or when the live documents have been silent for long. Returns a function that stops it.
 */
export function watchConnection(store: SessionStore): () => void {
  // A kept page is there because the server did not respond.
  let isSilent = keptAt() !== undefined;
  let looks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  const update = () => store.setState({ isOnline: navigator.onLine && !isSilent && !isLiveConnectionLost() });

  /** A single failed call may have its own reasons; a server that does not respond at all is unreachable. */
  async function look() {
    clearTimeout(timer);
    if (isLooking) return;
    isLooking = true;
    const wasSilent = isSilent;
    isSilent = await callWebServer('GET', '/healthz').then(
      () => false,
      ({ status }: { status?: number }) => !status,
    );
    isLooking = false;
    looks = isSilent ? looks + 1 : 0;
    if (isSilent) timer = setTimeout(() => void look(), Math.min(LOOK.first * LOOK.factor ** looks, LOOK.longest));
    else if (wasSilent) reconnectLiveClients();
    update();
  }

  const onOnline = () => {
    reconnectLiveClients();
    update();
    if (isSilent) void look();
  };
  update();
  if (isSilent) void look();
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', update);
  const stops = [listenToSilence(() => void look()), watchLiveStatus(update)];
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', update);
    for (const stop of stops) stop();
  };
}
