/**
 * Returns a port at an offset from the product's own. Returns 0 (any free port) when the product's port is 0 or the
 * result would exceed 65535.
 */
export const portAtOffset = (port: number, offset: number) =>
  port === 0 || port + offset > 65_535 ? 0 : port + offset;

/**
 * Listens on the given ports, or on free ones when another checkout already uses one of them; not where `canMove` is
 * false, because others know the address.
 */
export async function listenOrMove<T>(listen: (isMoved: boolean) => Promise<T>, canMove = true): Promise<T> {
  try {
    return await listen(false);
  } catch (error) {
    if (!canMove || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return listen(true);
  }
}
