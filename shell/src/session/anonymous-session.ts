import { isApiError } from '@manabiba/shared/data/api-error';
import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { sendCall } from '@manabiba/shared/data/call-endpoint';
import { getMe, signInAnonymous } from '@manabiba/shared/data/endpoints';
import type { SessionStore } from '@manabiba/shared/session/session-store';

import { enterSession } from './enter-session';
import { withSessionLock } from './session-lock';

/** Opens an anonymous session, unless a user signs in meanwhile. A failure has no visible effect. */
export function openAnonymousSession(store: SessionStore): void {
  void withSessionLock(async (signal) => {
    if (store.getState().me !== null) return;
    try {
      const { user } = await sendCall(signInAnonymous, { body: {} }, { signal });
      if (store.getState().me === null) enterSession(store, user);
    } catch (error) {
      if (isApiError(error) && error.code === 'already') await findOutWho(store).catch(() => undefined);
    }
  });
}

/** A user has signed in in another tab while this page was loading: its content was for an anonymous viewer. */
async function findOutWho(store: SessionStore): Promise<void> {
  const me = await sendCall(getMe, {});
  clearCache();
  enterSession(store, me);
}
