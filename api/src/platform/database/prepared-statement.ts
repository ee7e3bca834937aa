/** Maximum number of prepared statements per connection; further ones run unprepared. */
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

/** Names a statement so that the same text is planned once per connection. */
export function preparedStatement(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  const name = preparedName(text);
  return name ? { name, text, values } : { text, values };
}
