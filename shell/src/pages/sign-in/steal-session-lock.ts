import { SESSION_LOCK, sessionLocks } from '../../session/session-lock';

/**
 * Runs a sign-in ahead of all other session work of any tab: all tabs share the same cookies, and the last response
 * wins. The holder of the lock is asked to abort.
 *
 * Settles as `act` does.
 */
export function stealSessionLock<T>(act: () => Promise<T>): Promise<T> {
  const locks = sessionLocks();
  if (!locks) return act();
  return new Promise((resolve, reject) => {
    let isSent = false;
    const send = () => {
      isSent = true;
      return act().then(resolve, reject);
    };
    // Another tab may steal the lock meanwhile: a request that has been sent still completes.
    locks.request(SESSION_LOCK, { steal: true }, send).catch(() => {
      if (!isSent) void send();
    });
  });
}
