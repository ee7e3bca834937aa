/** Longest wait for the page to load, in milliseconds: an image may never answer. */
const LOAD_PATIENCE_MS = 5000;

/** Calls back once when the page and its preloads have loaded. Returns a function that stops it. */
export function afterLoad(act: () => void): () => void {
  const begin = () => {
    stop();
    act();
  };
  const timer = setTimeout(begin, document.readyState === 'complete' ? 0 : LOAD_PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('load', begin);
  };
  addEventListener('load', begin);
  return stop;
}
