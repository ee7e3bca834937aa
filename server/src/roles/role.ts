import { parseArgs } from 'node:util';

import { UserFacingError } from '../user-facing-error.mjs';

const roles = ['all', 'web', 'api', 'jobs', 'engines'] as const;

/**
 * What a process of the product does: serve pages (`web`), answer calls (`api`), do the work behind them (`jobs`), run
 * the embedded engines (`engines`), or everything.
 */
export type Role = (typeof roles)[number];

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

const USAGE = `The program takes --role ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`;

/** Reads `--role` from the words of the command line; without it a process does everything. */
export function readRole(words: readonly string[]): Role {
  let role: string;
  try {
    ({ role } = parseArgs({ args: [...words], options: { role: { type: 'string', default: 'all' } } }).values);
  } catch {
    throw new UserFacingError(`${USAGE}, not "${words.join(' ')}".`);
  }
  if (!isRole(role)) throw new UserFacingError(`${USAGE}, not "${role}".`);
  return role;
}

/** The embedded engines that `…=on` asks for, and what says that an engine or a service elsewhere is used. */
const engines = [
  { wish: 'FIRESTORE_ENGINE', elsewhere: ['FIRESTORE_ENGINE_URL', 'FIRESTORE_PROJECT'] },
  { wish: 'STRIPE_ENGINE', elsewhere: ['STRIPE_ENGINE_URL', 'STRIPE_SECRET_KEY'] },
  { wish: 'LIVEKIT_ENGINE', elsewhere: ['LIVEKIT_ENGINE_URL', 'LIVEKIT_URL'] },
] as const;

/** Throws when the configuration does not fit this role. */
export function mustFitRole(role: Role, env: Record<string, string | undefined>): void {
  if (role === 'web' && !env['API_URL'])
    throw new UserFacingError('--role web needs API_URL: the address of the processes that run with --role api.');
  if (role === 'all' && env['API_URL'])
    throw new UserFacingError(
      'API_URL is the address of an api in other processes: start with --role web, or unset it to answer calls here.',
    );
  if (role !== 'all' && env['DEMO']?.trim().toLowerCase() === 'on')
    throw new UserFacingError(`DEMO=on works with --role all only: unset it, or start without --role ${role}.`);
  if (role === 'all' || role === 'engines') return;
  for (const { wish, elsewhere } of engines) {
    if (env[wish] === 'on' && !elsewhere.some((name) => env[name]))
      throw new UserFacingError(
        `${wish}=on runs an engine with --role engines or all, not with --role ${role}: set ${elsewhere[0]} to its address.`,
      );
  }
}

/** Returns the configuration as the process sees it that runs the engines: their addresses lead to itself. */
export const withoutEngineAddresses = (
  env: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...env,
  FIRESTORE_ENGINE_URL: undefined,
  STRIPE_ENGINE_URL: undefined,
  LIVEKIT_ENGINE_URL: undefined,
});
