import { useEffect, useState } from 'react';

/** A hidden page is never painted: waiting callbacks run after this delay, in milliseconds. */
const UNSEEN_MS = 500;

/** Calls back once the next frame has been painted. Returns the cancel function. */
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

/** False until the component's first frame has been painted: for work that must not compete with the main content. */
export function useHasPainted(): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => afterPaint(() => setHasPainted(true)), []);
  return hasPainted;
}
