import type { ArchiveFigures } from '@manabiba/shared/contract/host-figures';
import { SMALLEST_GROUP } from '@manabiba/shared/contract/limits';

/** A point of the recording, and how many of the viewers reached it. */
export interface AttentionStep {
  seconds: number;
  /** Null for too few people to show a figure. */
  people: number | null;
}

/** Returns the steps of an archive, from its beginning to its end; undefined while there is nothing to show. */
export function attentionSteps({ viewers, reached, durationSeconds }: ArchiveFigures): AttentionStep[] | undefined {
  if (reached === null || typeof viewers !== 'number') return undefined;
  return [viewers, ...reached].map((people, index) => ({
    seconds: Math.round((durationSeconds * index) / reached.length),
    people,
  }));
}

/** Returns between which two steps most people stopped watching; undefined when everybody saw the end. */
export function largestFall(steps: readonly AttentionStep[]): { from: AttentionStep; to: AttentionStep } | undefined {
  let largest: { from: AttentionStep; to: AttentionStep; fall: number } | undefined;
  for (const [index, to] of steps.entries()) {
    const from = steps[index - 1];
    if (!from) continue;
    const fall = atMost(from) - atMost(to);
    if (fall > (largest?.fall ?? 0)) largest = { from, to, fall };
  }
  return largest;
}

const atMost = ({ people }: AttentionStep) => people ?? SMALLEST_GROUP - 1;
