import { parseArgs } from 'node:util';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { remotes } from '../project.mjs';

const HELP = `npm run dev [REMOTE...]                     the product here, these remotes (or all) from source
npm run dev REMOTE... -- --shell URL        these remotes in a product elsewhere, for your own browser only
npm run dev -- --https                      the product as built, over HTTPS for phones in the same network

  REMOTE@VERSION with --shell uses a release that was uploaded there instead of your source.
  --token TOKEN  the deploy token of that product (default: DEPLOY_TOKEN, or the one in DATA_DIR)

Remotes: ${remotes.join(', ')}`;

/**
 * @param {string[]} given Command-line arguments.
 * @returns {{ names: string[], versions: { remote: string, version: string }[], https?: boolean, shell?: string,
 * token?: string }}
 */
export function readDevArguments(given) {
  const {
    values: { https, shell, token },
    positionals,
  } = parse(given);
  if (https && (shell || positionals.length > 0))
    throw new UserFacingError(
      `--https serves the shell and the remotes as built: do not combine it with a remote or --shell.\n\n${HELP}`,
    );
  const names = positionals.filter((word) => !word.includes('@'));
  const versions = positionals
    .filter((word) => word.includes('@'))
    .map((word) => ({ remote: word.slice(0, word.indexOf('@')), version: word.slice(word.indexOf('@') + 1) }));
  const unknown = [...names, ...(shell ? [] : versions.map(({ remote }) => remote))].filter(
    (name) => !remotes.includes(name),
  );
  if (unknown.length > 0)
    throw new UserFacingError(`There is no remote ${unknown.join(', ')}: choose among ${remotes.join(', ')}.`);
  if (!shell && (versions.length > 0 || token))
    throw new UserFacingError(`A version and a token need --shell.\n\n${HELP}`);
  if (!shell) return { names, versions, ...(https ? { https } : {}) };
  if (positionals.length === 0) throw new UserFacingError(`Name the remotes that --shell loads.\n\n${HELP}`);
  if (!URL.canParse(shell) || !/^https?:/.test(shell))
    throw new UserFacingError(
      `--shell takes the address of a product, such as https://manabiba.example, not "${shell}".`,
    );
  return { names, versions, shell: new URL(shell).origin, token };
}

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: { https: { type: 'boolean' }, shell: { type: 'string' }, token: { type: 'string' } },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}
