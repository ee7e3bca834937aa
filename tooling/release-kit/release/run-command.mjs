import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { deployCalls } from './deploy-calls.mjs';
import { deployToken } from './deploy-token.mjs';

/**
 * Runs a command when its file was started, not imported. What the user can mend is printed as a sentence without a stack.
 * @param {string} moduleUrl `import.meta.url` of the command
 * @param {(given: string[], env: Record<string, string | undefined>) => Promise<void>} command
 */
export async function runCommand(moduleUrl, command) {
  if (moduleUrl !== pathToFileURL(process.argv[1] ?? '').href) return;
  await command(process.argv.slice(2), process.env).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}

/**
 * Returns the address of the product that a command is about: the given one, RELEASE_TO, or that on this machine.
 * @param {string | undefined} given
 * @param {Record<string, string | undefined>} env
 */
export const productAddress = (given, env) =>
  (given ?? env.RELEASE_TO ?? `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '');

/**
 * Parses the arguments of a command that takes one word, `--to` and `--token`. Throws its help for anything else.
 * @param {string[]} given Command-line arguments.
 * @param {Record<string, string | undefined>} env
 * @param {string} help
 */
export function readQuestion(given, env, help) {
  const { values, positionals } = parse(given, help);
  const [word, ...rest] = positionals;
  if (!word || rest.length > 0) throw new UserFacingError(help);
  /** The token is read when it is needed. */
  const product = async () =>
    deployCalls({ to: productAddress(values.to, env), token: await deployToken(values.token, env) });
  return { word, product };
}

function parse(given, help) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: { to: { type: 'string' }, token: { type: 'string' } },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${help}`);
  }
}
