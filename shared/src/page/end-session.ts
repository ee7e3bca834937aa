import { flushSync } from 'react-dom';

import { clearCache } from '../data/cache/clear-cache';
import { callWebServer, sendCall } from '../data/call-endpoint';
import { signOut } from '../data/endpoints';
import { toast, toastAfterLoad } from '../feedback/toast';
import type { SessionStore } from '../session/session-store';

interface EndSessionOptions {
  /**
   * Navigates to a page open to visitors; runs together with the end of the session, so that the current page is not
   * shown as refused first.
   */
  leave: () => void;
  /** Reloads the page, so that nothing in its memory is left for the next user. */
  startOver: () => void;
  isQuiet?: boolean;
}

/**
 * Signs out: the api ends the session, the web server drops its cookies, and the page clears its data and reloads.
 * Rejects with `ApiError`, in which case the user is still signed in.
 */
export async function endSession(
  session: SessionStore,
  { leave, startOver, isQuiet = false }: EndSessionOptions,
): Promise<void> {
  await sendCall(signOut, {});
  await callWebServer('DELETE', '/api/signout');
  flushSync(() => {
    leave();
    session.setState({ me: null });
  });
  clearCache();
  startOver();
  if (isQuiet) return;
  toast.success(SIGNED_OUT);
  toastAfterLoad(SIGNED_OUT);
}

const SIGNED_OUT = 'ログアウトしました。';
