import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Statements of background work, which run with or without requests. */
const BACKGROUND = /pgboss|domain_event|live_outbox/;

/**
 * Lets the parent process record what requests send to the database: from its message `record`, answered at once, to
 * `statements`, answered with them. In between and afterwards queries run as in the product.
 */
export function answerWithStatements(): void {
  const { query } = pg.Client.prototype;
  let recorded: Statement[] = [];
  process.on('message', (message) => {
    if (message === 'record') {
      pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
        const [first, values] = args as [string | Statement, unknown[] | undefined];
        const statement =
          typeof first === 'string'
            ? { text: first, values: values ?? [] }
            : { text: first.text, values: first.values ?? values ?? [] };
        if (!BACKGROUND.test(statement.text)) recorded.push(statement);
        return (query as (...given: unknown[]) => unknown).apply(this, args);
      } as typeof query;
      process.send?.({ isRecording: true });
    } else if (message === 'statements') {
      pg.Client.prototype.query = query;
      process.send?.({ statements: recorded });
      recorded = [];
    }
  });
}
