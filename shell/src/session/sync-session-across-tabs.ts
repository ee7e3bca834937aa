import type { Me } from '@manabiba/shared/contract/users';
import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';

const CHANNEL = 'manabiba-session';

/**
 * Tells the other tabs who is here, from the start and when somebody signs in or out, and reloads this one when that has happened there: their
 * cookies are one and the same, so what stands here would be another person's.
 */
export function syncSessionAcrossTabs(store: SessionStore, reload: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ personId: string | null }>) => {
    const { me, isExpired } = store.getState();
    if (data.personId !== personOf(me)) reload();
    // The same person has come back there, for whom this page waits too.
    else if (isExpired) invalidateTags(['Auth']);
  };
  // A page that has just come knows best whose cookies there are: one that stood before may show somebody else. Without
  // a person it may only not know.
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

/** Visitors are all the same here: whether their session is open changes nothing that can be seen. */
const personOf = (me: Me | null) => (isSignedIn(me) ? me.id : null);
