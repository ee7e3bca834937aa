/** Lock held by the tab that waits for cookies. */
export const SESSION_LOCK = 'manabiba-session';

/**
 * Runs deferrable work once no tab waits for cookies. When a priority task steals the lock meanwhile, `signal` is
 * aborted and the work runs again afterwards: `act` must check each time whether it is still needed.
 */
export async function withSessionLock(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const locks = sessionLocks();
  if (!locks) return act(new AbortController().signal);
  for (;;) {
    const stopping = new AbortController();
    const isTakenAway = await locks.request(SESSION_LOCK, () => act(stopping.signal)).then(() => false, isAbort);
    if (!isTakenAway) return;
    stopping.abort();
  }
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
/** Locks exist only for pages whose cookies the browser stores. */
export const sessionLocks = (): LockManager | undefined => navigator.locks;
