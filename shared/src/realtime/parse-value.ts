import type { LiveValue } from './target';

/** Parses a live value as the contract declares; satisfied by a zod schema. */
export interface LiveSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** More new values than this are parsed in parts. */
const PARSED_AT_ONCE = 50;

const memory = new WeakMap<LiveSchema<unknown>, WeakMap<LiveValue, { data: unknown } | null>>();

/** Parses each value once per schema. An invalid one is reported once. */
export function parsed<T>(value: LiveValue, schema: LiveSchema<T>): T | undefined {
  let seen = memory.get(schema);
  if (!seen) memory.set(schema, (seen = new WeakMap()));
  let found = seen.get(value) as { data: T } | null | undefined;
  if (found === undefined) {
    const result = schema.safeParse(value);
    found = result.success ? { data: result.data } : null;
    if (!result.success) reportError(new Error('A live document does not match the contract', { cause: result.error }));
    seen.set(value, found);
  }
  return found?.data;
}

/** Whether a list has so many unparsed values that parsing them at once would block a slow device. */
export function isLong(
  values: readonly LiveValue[] | undefined,
  schema: LiveSchema<unknown>,
): values is readonly LiveValue[] {
  if (values === undefined || values.length <= PARSED_AT_ONCE) return false;
  const seen = memory.get(schema);
  let left = PARSED_AT_ONCE;
  return values.some((value) => !seen?.has(value) && --left < 0);
}
