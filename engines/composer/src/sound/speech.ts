/** The loudness of a voice is measured this often, in seconds. */
export const STEP_SECONDS = 0.1;
/** The root mean square above which somebody speaks, as a share of full scale: -40 dB. */
const AUDIBLE = 0.01;
/** Shorter pauses do not end a speech. */
const PAUSE_SECONDS = 1;

/** Returns the spans of audible levels, in seconds. However short: whoever wants their voice out wants all of it out. */
export function spansOf(levels: readonly number[]): { from: number; until: number }[] {
  const spans: { from: number; until: number }[] = [];
  for (const [index, level] of levels.entries()) {
    if (level < AUDIBLE) continue;
    const from = index * STEP_SECONDS;
    const until = from + STEP_SECONDS;
    const last = spans.at(-1);
    if (last && from - last.until < PAUSE_SECONDS) last.until = until;
    else spans.push({ from, until });
  }
  return spans;
}
