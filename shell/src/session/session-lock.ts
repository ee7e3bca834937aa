/** Held by whichever tab waits for cookies. */
export const SESSION_LOCK = 'manabiba-session';

/**
 * Does what can wait once no tab waits for cookies. When somebody goes first meanwhile, `signal` says so, and it is all
 * done again after them: `act` has to look each time whether it is still wanted.
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
/** Only pages whose cookies a browser keeps at all have locks. */
export const sessionLocks = (): LockManager | undefined => navigator.locks;
