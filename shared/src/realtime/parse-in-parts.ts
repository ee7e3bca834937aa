import { type LiveSchema, parsed } from './parse-value';
import type { LiveValue } from './target';

/** The time budget of one part, in milliseconds. */
const PART_MS = 8;

const running = new WeakMap<LiveSchema<unknown>, WeakMap<readonly LiveValue[], Promise<void>>>();

/** Parses values in tasks of a few milliseconds. Values requested by several components are parsed once. */
export function parseInParts(values: readonly LiveValue[], schema: LiveSchema<unknown>): Promise<void> {
  let lists = running.get(schema);
  if (!lists) running.set(schema, (lists = new WeakMap()));
  let parsing = lists.get(values);
  if (!parsing) lists.set(values, (parsing = parseAll(values, schema)));
  return parsing;
}

async function parseAll(values: readonly LiveValue[], schema: LiveSchema<unknown>): Promise<void> {
  let partEndsAt = 0;
  for (const value of values) {
    if (performance.now() >= partEndsAt) {
      await nextTask();
      partEndsAt = performance.now() + PART_MS;
    }
    parsed(value, schema);
  }
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
