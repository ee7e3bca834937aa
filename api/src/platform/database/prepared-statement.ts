/** So many statements are prepared at most on a connection; whatever comes later runs unprepared. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_PREPARED) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** A statement under the name by which it is prepared: the same text is planned once per connection. */
export function preparedStatement(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  const name = preparedName(text);
  return name ? { name, text, values } : { text, values };
}
