declare const granted: unique symbol;

/** Proof that demo data may be written. Only `permitDemo` creates one. */
export interface DemoPermission {
  readonly [granted]: true;
}

/** Thrown when demo data is requested where it is not allowed; the message says how to fix it. */
export class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/**
 * Decides from the configuration whether to write demo data; returns null when it is off.
 *
 * On in development, off in production unless DEMO=on enables it explicitly. Throws `DemoRefusedError` when DEMO=on
 * meets a database that is not the product's own embedded one: invented users must never enter real data.
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
