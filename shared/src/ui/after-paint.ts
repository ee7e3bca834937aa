import { useEffect, useState } from 'react';

/** In a page that is not seen nothing is painted: what waits goes on after this, in milliseconds. */
const UNSEEN_MS = 500;

/** Calls back once the frame that is being prepared has been painted. Returns how to call it off. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const done = () => {
    cancel();
    act();
  };
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(done);
  });
  const unseen = setTimeout(done, UNSEEN_MS);
  function cancel() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clearTimeout(unseen);
  }
  return cancel;
}

/** False until the component's first frame has been painted: for what must not compete with what the page is opened for. */
export function useHasPainted(): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => afterPaint(() => setHasPainted(true)), []);
  return hasPainted;
}
