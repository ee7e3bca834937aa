import { createHash } from 'node:crypto';

import { inSpan, isTracing } from '@manabiba/telemetry/spans';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';

/** Maximum number of statements that a pool, or a connection taken from it, prepares; further ones run unprepared. */
const MAX_PREPARED = 300;
/** Values are bound separately, so the text contains no personal data; in traces its beginning is enough. */
const MAX_TRACED_TEXT = 1000;
/** The name of each prepared statement by its text, for each pool and each connection. */
const preparedOn = new WeakMap<object, Map<string, string>>();

function preparedName(on: object, text: string): string | undefined {
  const names = preparedOn.get(on) ?? new Map<string, string>();
  preparedOn.set(on, names);
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_PREPARED) return undefined;
  // The same for every pool and connection: a connection may be used directly and by its pool.
  const name = `q${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Runs a statement under a name, so that the same text is planned once per connection. */
export function runPrepared<Row extends QueryResultRow>(
  on: Pick<PoolClient, 'query'>,
  text: string,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const name = preparedName(on, text);
  const run = () => on.query<Row>(name ? { name, text, values } : { text, values });
  if (!isTracing()) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TRACED_TEXT) };
  return inSpan(`SQL ${/\w+/.exec(text)?.[0].toLowerCase() ?? ''}`, attributes, run);
}
