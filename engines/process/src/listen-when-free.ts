/** How long to wait for a port still held by the previous process, which exits by itself when its parent is killed. */
const PORT_WAIT_MS = { first: 2000, again: 5000 };
const PORT_RETRY_MS = 100;

/**
 * Listens on the previous process's port as soon as it is released. If the port stays taken, uses a free one where
 * permitted.
 */
export async function listenWhenFree(
  listen: (port: number) => Promise<string>,
  port: number,
  canMove: boolean,
): Promise<string> {
  const deadline = Date.now() + (canMove ? PORT_WAIT_MS.first : PORT_WAIT_MS.again);
  for (;;) {
    try {
      return await listen(port);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      if (Date.now() >= deadline) {
        if (canMove) return listen(0);
        throw error;
      }
      await new Promise((done) => {
        setTimeout(done, PORT_RETRY_MS);
      });
    }
  }
}
