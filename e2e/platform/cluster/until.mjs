import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Looks until the check holds; rejects after `atMostMs`. Resolves with how long it took, in milliseconds.
 * @param {() => unknown} check A failure counts as not yet.
 * @param {string} what
 */
export async function until(check, what, atMostMs = 30_000) {
  const began = performance.now();
  let failure = '';
  const holds = () =>
    Promise.resolve()
      .then(check)
      .catch((error) => {
        failure = `: ${error.message}`;
        return false;
      });
  for (;;) {
    if (await holds()) return Math.round(performance.now() - began);
    if (performance.now() - began > atMostMs) throw new Error(`Waited ${atMostMs} ms in vain for ${what}${failure}.`);
    await wait(LOOK_EVERY_MS);
  }
}
