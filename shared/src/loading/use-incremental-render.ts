import { useEffect, useState } from 'react';

/**
 * Returns how many items of a list to render so far. A short list is rendered at once; a longer one starts with none in
 * the first commit and adds `step` per frame, so that a full room does not block a slow device when it arrives. Lists
 * that arrive together take turns: each frame renders a step of one of them.
 */
export function useIncrementalRender(count: number, step: number): number {
  const [rendered, setRendered] = useState(count > step ? 0 : step);
  useEffect(() => (rendered < count ? inTurn(() => setRendered(rendered + step)) : undefined), [rendered, count, step]);
  return Math.min(rendered, count);
}

const waiting = new Set<() => void>();
let frame: number | undefined;

/** Queues a task to run in a frame of its own. Returns the function that cancels it. */
function inTurn(task: () => void): () => void {
  waiting.add(task);
  frame ??= requestAnimationFrame(runNext);
  return () => void waiting.delete(task);
}

function runNext(): void {
  frame = undefined;
  const [next] = waiting;
  if (next === undefined) return;
  waiting.delete(next);
  next();
  if (waiting.size > 0) frame ??= requestAnimationFrame(runNext);
}
