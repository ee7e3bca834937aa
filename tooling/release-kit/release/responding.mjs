import { setTimeout as sleep } from 'node:timers/promises';

/** Within what time a page must respond to a question, in milliseconds: one that loops never does. */
export const RESPONSE_MS = 20_000;

class NotResponding extends Error {}

/** Waits for a page at most this long: nothing ends what waits for one that loops, so it is left behind. */
export async function whileResponding(work, ms = RESPONSE_MS) {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
    throw new NotResponding('stopped responding');
  });
  return Promise.race([work, late]).finally(() => ended.abort());
}

/** A failure to look at a page, as a sentence without its subject. */
export const wordsOf = (error) =>
  error instanceof NotResponding ? `${error.message}.` : `could not be opened: ${error.message.split('\n')[0]}`;
