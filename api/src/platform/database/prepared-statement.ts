import { inSpan, isTracing } from '@manabiba/telemetry/spans';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';

/** Maximum number of prepared statements per connection; further ones run unprepared. */
const MAX_PREPARED = 300;
/** A statement has its values beside it, so its text tells nothing of anybody; in traces its beginning is enough. */
const MAX_TRACED_TEXT = 1000;
const names = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_PREPARED) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** Runs a statement under a name, so that the same text is planned once per connection. */
export function runPrepared<Row extends QueryResultRow>(
  on: Pick<PoolClient, 'query'>,
  text: string,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const name = preparedName(text);
  const run = () => on.query<Row>(name ? { name, text, values } : { text, values });
  if (!isTracing()) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TRACED_TEXT) };
  return inSpan(`SQL ${/\w+/.exec(text)?.[0].toLowerCase() ?? ''}`, attributes, run);
}
