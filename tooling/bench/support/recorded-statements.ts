import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Statements of background work, which run with or without requests. */
const BACKGROUND = /pgboss|domain_event|live_outbox/;

/** Records all statements that requests send to the database. */
export function recordStatements(): Statement[] {
  const recorded: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined];
    const statement =
      typeof first === 'string'
        ? { text: first, values: values ?? [] }
        : { text: first.text, values: first.values ?? values ?? [] };
    if (!BACKGROUND.test(statement.text)) recorded.push(statement);
    if (recorded.length > 1000) recorded.length = 0;
    return (query as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return recorded;
}
