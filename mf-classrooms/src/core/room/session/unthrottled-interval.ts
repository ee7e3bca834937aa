/**
 * Calls at an interval that also holds in a hidden tab: browsers throttle hidden pages to one timer per minute, and a
 * minute without heartbeats ends the session. Worker timers are not throttled. Returns a function that stops it.
 */
export function unthrottledInterval(intervalMs: number, act: () => void): () => void {
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

/** Returns null when the browser has no workers or does not allow creating one from a blob. */
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
