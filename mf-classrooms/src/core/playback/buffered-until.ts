/** Gaps between loaded stretches that browsers play over, in seconds. */
const GAP_SECONDS = 0.5;

/** Returns the end of the loaded stretch that contains the current position. */
export function bufferedUntil({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + GAP_SECONDS && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
