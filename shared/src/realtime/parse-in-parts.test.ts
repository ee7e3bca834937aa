import { parseInParts } from './parse-in-parts';

const values = Array.from({ length: 500 }, (_, index) => ({ id: `n${index}` }));

/** A schema that takes 0.2 ms per value. */
function slowSchema() {
  const parsedIds: string[] = [];
  const schema = {
    safeParse: (value: unknown) => {
      const began = performance.now();
      while (performance.now() - began < 0.2);
      parsedIds.push((value as { id: string }).id);
      return { success: true as const, data: value };
    },
  };
  return { schema, parsedIds };
}

it('parses nothing in the calling task, and yields to other tasks in between', async () => {
  const { schema, parsedIds } = slowSchema();
  const parsing = parseInParts(values, schema);
  expect(parsedIds).toEqual([]);
  const counts = new Set<number>();
  const watch = setInterval(() => counts.add(parsedIds.length), 1);
  await parsing;
  clearInterval(watch);
  expect(parsedIds).toEqual(values.map(({ id }) => id));
  expect([...counts].filter((count) => count > 0 && count < values.length).length).toBeGreaterThan(3);
});

it('parses each value once for concurrent callers', async () => {
  const { schema, parsedIds } = slowSchema();
  await Promise.all([parseInParts(values, schema), parseInParts(values, schema), parseInParts([...values], schema)]);
  expect(parsedIds).toHaveLength(values.length);
});
