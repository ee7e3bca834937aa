import type { LiveValue } from './target';

/** What turns a live value into what the contract promises; a schema of zod does. */
export interface LiveSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** More new values than these are parsed in parts. */
const PARSED_AT_ONCE = 50;

const memory = new WeakMap<LiveSchema<unknown>, WeakMap<LiveValue, { data: unknown } | null>>();

/** Each value is read once for each schema. One that is not as promised is reported once. */
export function parsed<T>(value: LiveValue, schema: LiveSchema<T>): T | undefined {
  let seen = memory.get(schema);
  if (!seen) memory.set(schema, (seen = new WeakMap()));
  let found = seen.get(value) as { data: T } | null | undefined;
  if (found === undefined) {
    const result = schema.safeParse(value);
    found = result.success ? { data: result.data } : null;
    if (!result.success) reportError(new Error('A live document is not as the contract says', { cause: result.error }));
    seen.set(value, found);
  }
  return found?.data;
}

/** Whether a list has so many values that were never parsed that parsing them at once would hold up a slow device. */
export function isLong(
  values: readonly LiveValue[] | undefined,
  schema: LiveSchema<unknown>,
): values is readonly LiveValue[] {
  if (values === undefined || values.length <= PARSED_AT_ONCE) return false;
  const seen = memory.get(schema);
  let left = PARSED_AT_ONCE;
  return values.some((value) => !seen?.has(value) && --left < 0);
}
