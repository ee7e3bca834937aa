import { createHash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ID_LENGTH = 20;

/**
 * Returns the id of a demo row: the same at every start, so that the row can be found again and re-dated. It looks like
 * any other id. Secrets, such as the key of a private classroom, are never derived this way.
 */
export function deterministicId(prefix: string, key: string): string {
  const bytes = createHash('sha256').update(`demo ${prefix} ${key}`).digest();
  return `${prefix}_${[...bytes.subarray(0, ID_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}

export interface Choice {
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns that many distinct items (or all there are), in random order. */
  sample<T>(from: readonly T[], count: number): T[];
}

/** Returns a seeded random source that gives the same results at every start. */
export function seededRandom(key: string): Choice {
  let state = createHash('sha256').update(key).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    sample<T>(from: readonly T[], count: number) {
      const left = [...from];
      const taken = Math.min(count, left.length);
      for (let index = 0; index < taken; index += 1) {
        const other = index + below(left.length - index);
        [left[index], left[other]] = [left[other] as T, left[index] as T];
      }
      return left.slice(0, taken);
    },
  };
}
