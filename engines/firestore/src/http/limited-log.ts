import { millisecondsInMinute } from 'date-fns/constants';

const MAX_PER_MINUTE = 100;

/**
 * Limits the lines logged per minute and reports how many were dropped, so that rejected callers cannot flood the log.
 */
export function limitedLog(write: (details: object, message: string) => void, now: () => number): typeof write {
  let began = -Infinity;
  let count = 0;
  return (details, message) => {
    if (now() - began >= millisecondsInMinute) {
      if (count > MAX_PER_MINUTE)
        write({ omitted: count - MAX_PER_MINUTE }, "More of the Firestore engine's messages were left out.");
      began = now();
      count = 0;
    }
    count += 1;
    if (count <= MAX_PER_MINUTE) write(details, message);
  };
}
