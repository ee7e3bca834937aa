import type { Me } from '@manabiba/shared/contract/users';
import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';

const CHANNEL = 'manabiba-session';

/**
 * Notifies the other tabs of the current user, at start and on sign-in or sign-out, and reloads this one when they
 * report a change: all tabs share cookies, so this page would show another user.
 */
export function syncSessionAcrossTabs(store: SessionStore, reload: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ personId: string | null }>) => {
    const { me, isExpired } = store.getState();
    if (data.personId !== personOf(me)) reload();
    // The same user has signed in again there, for whom this page waits too.
    else if (isExpired) invalidateTags(['Auth']);
  };
  // A page that has just loaded knows best to whom the cookies belong: an older one may show another user. Without a
  // user it may only lack the information.
  const personId = personOf(store.getState().me);
  if (personId !== null) channel.postMessage({ personId });
  const stop = store.subscribe(({ me, isExpired }, before) => {
    const personId = personOf(me);
    if (personId !== personOf(before.me) || (before.isExpired && !isExpired)) channel.postMessage({ personId });
  });
  return () => {
    stop();
    channel.close();
  };
}

/** Anonymous sessions are all the same here: whether one is open changes nothing visible. */
const personOf = (me: Me | null) => (isSignedIn(me) ? me.id : null);
