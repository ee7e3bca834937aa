import * as browserData from '@manabiba/shared/contract/browser-data';

import { findTraces, tracesAtStart } from './traces';

const LOOK_MS = 5000;
const ofShell: readonly string[] = Object.values(browserData);

/**
 * Calls back once when scripts have left a cookie or a key of storage that is neither the shell's nor in the care of the
 * facade, or have replaced a function that all share.
 *
 * No remote is blamed: libraries, such as that of the payment provider, and extensions leave traces legitimately.
 *
 * @param before what was there when the page was opened; for tests.
 */
export function watchTraces(onFound: () => void, before = tracesAtStart): () => void {
  const known = new Set([...before.names, ...ofShell]);
  const look = () => {
    const { names, shared } = findTraces();
    const isForeign = names.some((name) => !known.has(name));
    if (!isForeign && shared.every((each, index) => each === before.shared[index])) return;
    clearInterval(timer);
    onFound();
  };
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
