declare const granted: unique symbol;

/** Proof that demo data may be written. Only `permitDemo` gives one. */
export interface DemoPermission {
  readonly [granted]: true;
}

/** Demo data was asked for where it must not be; the message tells the way out. */
export class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/**
 * Decides from the configuration whether demo data is wanted: null when it is not.
 *
 * On in development, off in production unless DEMO=on says so by name. Throws `DemoRefusedError` when DEMO=on meets a
 * database that is not the product's own embedded one: invented people never go into somebody's real data.
 */
export function permitDemo(given: {
  nodeEnv: string | undefined;
  demo: string | undefined;
  isEmbeddedDatabase: boolean;
}): DemoPermission | null {
  const wish = given.demo?.trim().toLowerCase() ?? '';
  if (!['', 'on', 'off'].includes(wish)) throw new DemoRefusedError(`DEMO must be on or off, not "${given.demo}".`);
  if (wish === 'off') return null;
  if (!given.isEmbeddedDatabase) {
    if (wish === 'on')
      throw new DemoRefusedError('DEMO=on works with the embedded PostgreSQL only. Unset DATABASE_URL or DEMO.');
    return null;
  }
  if (wish === '' && given.nodeEnv === 'production') return null;
  return {} as DemoPermission;
}
