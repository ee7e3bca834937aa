import { SESSION_LOCK, sessionLocks } from '../../session/session-lock';

/**
 * Sends what lets somebody in, ahead of everything else that any tab does about the session: all tabs have the same
 * cookies, and those that arrive last stay. Whatever had its turn is told to break off.
 *
 * Settles as `act` does.
 */
export function goFirst<T>(act: () => Promise<T>): Promise<T> {
  const locks = sessionLocks();
  if (!locks) return act();
  return new Promise((resolve, reject) => {
    let isSent = false;
    const send = () => {
      isSent = true;
      return act().then(resolve, reject);
    };
    // Another tab may take the turn away in the middle: what has been sent comes to its end all the same.
    locks.request(SESSION_LOCK, { steal: true }, send).catch(() => {
      if (!isSent) void send();
    });
  });
}
