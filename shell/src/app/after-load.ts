/** Longest wait for the page to load, in milliseconds: an image may never answer. */
const LOAD_PATIENCE_MS = 5000;
/** Longest wait for an idle moment, in milliseconds. */
const IDLE_PATIENCE_MS = 2000;

/**
 * Calls back once when the page and its preloads have loaded and nothing is left to render, so that it delays no content.
 * Returns a function that stops it.
 */
export function afterLoad(act: () => void): () => void {
  let stop = () => undefined as void;
  const begin = () => {
    stop();
    stop = whenIdle(act);
  };
  const timer = setTimeout(begin, document.readyState === 'complete' ? 0 : LOAD_PATIENCE_MS);
  addEventListener('load', begin);
  stop = () => {
    clearTimeout(timer);
    removeEventListener('load', begin);
  };
  return () => stop();
}

/** Calls back once when the page has nothing to do. Returns a function that stops it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: IDLE_PATIENCE_MS });
    return () => cancelIdleCallback(handle);
  }
  // Safari has no idle callbacks.
  const timer = setTimeout(act);
  return () => clearTimeout(timer);
}
