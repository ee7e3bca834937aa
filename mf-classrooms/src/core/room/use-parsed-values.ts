import { startTransition, useEffect, useMemo, useState } from 'react';

/** More new values than these are read in parts. */
const READ_AT_ONCE = 50;
/** How long a part may take, in milliseconds: the page goes on answering. */
const PART_MS = 8;

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** For a live collection whose values are read afterwards. */
export const passthrough: Schema<object> = { safeParse: (value) => ({ success: true, data: value as object }) };

/**
 * Live values as the contract promises them. A room of 500 comes in one message, and reading it takes a slow device a
 * while: hundreds of new values are read in parts, and what was there before stays until all of them are. What is not as
 * promised is left out and reported once.
 */
export function useParsedValues<T extends object>(
  values: readonly object[] | undefined,
  schema: Schema<T>,
): readonly T[] | undefined {
  const isRead = useMemo(() => values === undefined || unreadOf(values, schema) <= READ_AT_ONCE, [values, schema]);
  const [read, setRead] = useState(isRead ? values : undefined);
  if (isRead && read !== values) setRead(values);
  useEffect(() => {
    if (isRead || values === undefined) return undefined;
    let isOver = false;
    void readInParts(values, schema, () => isOver).then(() => {
      if (!isOver) startTransition(() => setRead(values));
    });
    return () => {
      isOver = true;
    };
  }, [isRead, values, schema]);
  const present = isRead ? values : read;
  return useMemo(() => present?.flatMap((value) => readOne(value, schema) ?? []), [present, schema]);
}

async function readInParts(values: readonly object[], schema: Schema<object>, isOver: () => boolean): Promise<void> {
  let began = performance.now();
  for (const value of values) {
    readOne(value, schema);
    if (performance.now() - began < PART_MS) continue;
    await new Promise<void>((resolve) => {
      setTimeout(resolve);
    });
    if (isOver()) return;
    began = performance.now();
  }
}

const memory = new WeakMap<Schema<object>, WeakMap<object, { data: object } | null>>();

function readOne<T extends object>(value: object, schema: Schema<T>): T | undefined {
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

function unreadOf(values: readonly object[], schema: Schema<object>): number {
  const seen = memory.get(schema);
  return seen ? values.filter((value) => !seen.has(value)).length : values.length;
}
