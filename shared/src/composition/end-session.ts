import { flushSync } from 'react-dom';
import { callWebServer, sendCall } from '../data/call-endpoint';
import { clearCache } from '../data/clear-cache';
import { signOut } from '../data/endpoints';
import type { SessionStore } from '../session/session-store';
import { forgetRecentSearches } from '../session/recent-searches';
import { toast } from './toast';

/**
 * Signs out: the api ends the session, the web server drops its cookies, this page forgets all it knew.
 *
 * @param leave goes where a visitor may be; runs together with the end of the session, so that the page at hand is not
 *   first refused to a visitor. Rejects with `ApiError`; the person is still signed in then.
 */
export async function endSession(session: SessionStore, leave: () => void, { isQuiet = false }: { isQuiet?: boolean } = {}): Promise<void> {
  await sendCall(signOut, {});
  await callWebServer('DELETE', '/api/signout');
  flushSync(() => {
    leave();
    session.setState({ me: null });
  });
  clearCache();
  forgetRecentSearches();
  if (!isQuiet) toast.success('ログアウトしました。');
}
