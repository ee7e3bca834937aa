/** Returns a string that is the same for equal inputs: keys sorted, absent parts omitted. */
export function canonicalInput(input: unknown): string {
  return JSON.stringify(sorted(input)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]): [string, unknown] => [key, sorted(part)])
    .filter(([, part]) => !isEmptyObject(part))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(parts);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
