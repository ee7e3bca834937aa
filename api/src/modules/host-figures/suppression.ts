import type { GroupSize } from '@manabiba/shared/contract/host-figures';
import { SMALLEST_GROUP } from '@manabiba/shared/contract/limits';

/** From here on `few` and `hidden` both stand for several numbers; below, either could stand for a single one. */
const TWO_KINDS_FROM = 2 * SMALLEST_GROUP - 1;

const isSmall = (people: number) => people > 0 && people < SMALLEST_GROUP;

/** Returns a number of people as it may be shown. */
export const groupSize = (people: number): GroupSize => (isSmall(people) ? 'few' : people);

/**
 * Returns a part of a number of people as it may be shown next to the whole. It stays hidden when the rest, which anybody
 * can subtract, is a small group.
 */
export function partSize(part: number, whole: number): GroupSize {
  if (isSmall(whole)) return 'hidden';
  if (!isSmall(part) && !isSmall(whole - part)) return part;
  return isSmall(part) && whole >= TWO_KINDS_FROM ? 'few' : 'hidden';
}

/**
 * Returns falling numbers of the same people as they may be shown in a row: null for a small group. A fall by a small group
 * is left out until it has become large enough, so no two of the numbers are less than five apart.
 */
export function fallingSizes(whole: number, sizes: readonly number[]): (number | null)[] {
  let shown = whole;
  return sizes.map((people) => {
    if (isSmall(people)) return null;
    if (!isSmall(shown - people)) shown = people;
    return shown;
  });
}
