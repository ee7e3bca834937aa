import { millisecondsInMinute } from 'date-fns/constants';

const MAX_PER_MINUTE = 100;

type Write = (details: object, message: string) => void;

/**
 * Limits the number of lines logged per minute and reports how many were dropped, so that clients cannot flood the log.
 */
export function limitedLog(write: Write): Write {
  let began = -Infinity;
  let count = 0;
  return (details, message) => {
    const now = performance.now();
    if (now - began >= millisecondsInMinute) {
      if (count > MAX_PER_MINUTE)
        write({ omitted: count - MAX_PER_MINUTE }, "More of the LiveKit engine's messages were left out.");
      began = now;
      count = 0;
    }
    count += 1;
    if (count <= MAX_PER_MINUTE) write(details, message);
  };
}
