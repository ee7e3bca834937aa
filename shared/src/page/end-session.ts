import { flushSync } from 'react-dom';

import { clearCache } from '../data/cache/clear-cache';
import { callWebServer, sendCall } from '../data/call-endpoint';
import { signOut } from '../data/endpoints';
import { toast, toastAfterLoad } from '../feedback/toast';
import type { SessionStore } from '../session/session-store';

interface EndSessionOptions {
  /** Goes where a visitor may be; runs together with the end of the session, so that the page at hand is not first refused to a visitor. */
  leave: () => void;
  /** Loads the page anew: nothing that it had in memory is there for whoever comes next. */
  startOver: () => void;
  isQuiet?: boolean;
}

/**
 * Signs out: the api ends the session, the web server drops its cookies, this page forgets all it knew and is loaded
 * anew. Rejects with `ApiError`; the person is still signed in then.
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
