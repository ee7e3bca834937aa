/** Held by whichever tab waits for cookies. */
const LOCK = 'manabiba-session';

/**
 * Sends what lets somebody in, ahead of everything else that any tab does about the session: all tabs have the same
 * cookies, and those that arrive last stay. Whatever had its turn is told to break off.
 *
 * Settles as `act` does.
 */
export function goFirst<T>(act: () => Promise<T>): Promise<T> {
  const { locks } = here();
  if (!locks) return act();
  return new Promise((resolve, reject) => {
    let isSent = false;
    const send = () => {
      isSent = true;
      return act().then(resolve, reject);
    };
    // Another tab may take the turn away in the middle: what has been sent comes to its end all the same.
    locks.request(LOCK, { steal: true }, send).catch(() => { if (!isSent) void send(); });
  });
}

/**
 * Does what can wait once no tab waits for cookies. When somebody goes first meanwhile, `signal` says so, and it is all
 * done again after them: `act` has to look each time whether it is still wanted.
 */
export async function takeTurn(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { locks } = here();
  if (!locks) return act(new AbortController().signal);
  for (;;) {
    const stopping = new AbortController();
    const isTakenAway = await locks.request(LOCK, () => act(stopping.signal)).then(() => false, isAbort);
    if (!isTakenAway) return;
    stopping.abort();
  }
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
/** Only pages whose cookies a browser keeps at all have locks. */
const here = (): { locks?: LockManager } => navigator;
