/**
 * Calls in an interval that holds in a hidden tab too: browsers let a page that nobody sees wake once a minute only,
 * and whoever is silent for a minute is out of the room. The timers of a worker are left alone. Returns how to stop.
 */
export function everySteadily(intervalMs: number, act: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const fallBack = () => {
    timer ??= setInterval(act, intervalMs);
  };
  const worker = openTicker(intervalMs);
  if (worker) {
    worker.onmessage = act;
    worker.onerror = fallBack;
  } else fallBack();
  return () => {
    worker?.terminate();
    clearInterval(timer);
  };
}

/** Null in a browser that has no workers or lets none be made of a few words. */
function openTicker(intervalMs: number): Worker | null {
  if (typeof Worker === 'undefined') return null;
  const url = URL.createObjectURL(
    new Blob([`setInterval(() => postMessage(0), ${intervalMs})`], { type: 'text/javascript' }),
  );
  try {
    return new Worker(url);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
