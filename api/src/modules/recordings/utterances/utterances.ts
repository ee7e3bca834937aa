import type { Speech } from '@manabiba/engine-composer/composition';

import type { DraftLine } from '../lines/captions-draft';
import { timeInRecording } from '../recording-rules';

/** What somebody said at a stretch. Times in seconds of the whole recording. */
export interface Utterance {
  from: number;
  until: number;
}

/** Speeches of one person that are closer than this are one utterance, in seconds. */
const PAUSE_SECONDS = 3;
/** The loudness at which a voice is found leaves out the breath before a word and its fading after it, in seconds. */
const MARGIN_SECONDS = 0.3;
/** A sentence of live captions is recognized after it was said, in seconds. */
const LATE_SECONDS = 1.5;

/** Returns what each person said at a stretch in a recording of this length, of the speeches found in their voices. */
export function utterancesOf(speeches: readonly Speech[], length: number): Speech[] {
  const utterances: { personId: string; from: number; until: number }[] = [];
  const inside = speeches.filter(({ from }) => from < length).sort((a, b) => a.from - b.from);
  for (const { personId, from, until } of inside) {
    const before = utterances.findLast((utterance) => utterance.personId === personId);
    const end = Math.min(length, until + MARGIN_SECONDS);
    if (before && from - (before.until - MARGIN_SECONDS) < PAUSE_SECONDS) before.until = Math.max(before.until, end);
    else utterances.push({ personId, from: Math.max(0, from - MARGIN_SECONDS), until: end });
  }
  return utterances;
}

/**
 * Returns the sentences that may contain something of an utterance. One too many rather than one too few: they are
 * shown with it and go with it.
 */
export function linesIn<L extends DraftLine>(
  { from, until }: Utterance,
  lines: readonly L[],
  spans: readonly { startedAt: Date; endedAt: Date }[],
): L[] {
  return lines.filter((line) => {
    const time = timeInRecording(line, spans);
    return time !== null && time.end > from && time.start < until + LATE_SECONDS;
  });
}

/** Returns where an utterance is in a video of this length after its cut; null when it was cut off. */
export function placeOf(
  { from, until }: Utterance,
  { cutStart, length }: { cutStart: number; length: number },
): number | null {
  if (until <= cutStart || from >= cutStart + length) return null;
  return Math.max(0, from - cutStart);
}

/**
 * Returns the captions without those shown during an utterance, or as late after it as lines are. Their times are
 * counted from the cut.
 */
export function cuesWithout<C extends { start: number; end: number }>(
  cues: readonly C[],
  utterances: readonly Utterance[],
  cutStart: number,
): C[] {
  return cues.filter(
    ({ start, end }) =>
      !utterances.some(({ from, until }) => end + cutStart > from && start + cutStart < until + LATE_SECONDS),
  );
}
