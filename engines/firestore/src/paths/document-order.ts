import { compareText } from '../values/text-order';

const NUMERIC_ID = /^__id(-?\d+)__$/;

/** Returns the number in an id of the form `__id123__`. */
export function numericId(segment: string): bigint | undefined {
  const digits = segment.startsWith('__id') ? NUMERIC_ID.exec(segment)?.[1] : undefined;
  return digits === undefined ? undefined : BigInt(digits);
}

function compareSegments(a: string, b: string): number {
  if (a.startsWith('__id') || b.startsWith('__id')) {
    const [left, right] = [numericId(a), numericId(b)];
    if (left !== undefined && right !== undefined) return left < right ? -1 : left > right ? 1 : 0;
    if (left !== undefined) return -1;
    if (right !== undefined) return 1;
  }
  return compareText(a, b);
}

/** Compares names id by id: numeric ids first, by number, then others by their bytes; a parent before its children. */
export function compareResourceNames(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [a.split('/'), b.split('/')];
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareSegments(left[index] as string, right[index] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
