/** A port counted from the product's own; 0, which takes any free one, where that one is free to choose or none is left beside it. */
export const portBeside = (port: number, offset: number) => (port === 0 || port + offset > 65_535 ? 0 : port + offset);

/** Listens on the given ports; where another checkout has taken one of them, on free ones. */
export async function listenOrMove<T>(listen: (isMoved: boolean) => Promise<T>): Promise<T> {
  try {
    return await listen(false);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return listen(true);
  }
}
