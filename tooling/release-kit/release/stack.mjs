import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { SOURCE_MAPS_FOLDER } from '../../build/packages.mjs';
import { inRoot } from '../../root.mjs';
import { deployCalls } from './deploy-calls.mjs';
import { deployToken } from './deploy-token.mjs';
import { resolveStack } from './resolve-stack.mjs';

const HELP = `npm run stack -- FILE|-

Resolves the positions of a stack in the sources: of a browser, a log line about one, or of the server's program. What else the
text says is printed as it is.

  --to URL       the product that keeps the source maps (default: the one on this machine, by PORT)
  --token TOKEN  a token that may release (default: DEPLOY_TOKEN, or the one in DATA_DIR)`;

async function printStack(given, env) {
  const { values, positionals } = parse(given);
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new UserFacingError(HELP);
  const stack = file === '-' ? await text(process.stdin) : await readStack(file);
  const to = (values.to ?? env.RELEASE_TO ?? `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '');
  const { resolved, count, unknown } = await resolveStack(stack, {
    ofBrowsers: async (path) => deployCalls({ to, token: await deployToken(values.token, env) }).sourceMap(path),
    ofServer: async (name) => JSON.parse(await readFile(mapOfProgram(name), 'utf8')),
  });
  console.log(resolved.trimEnd());
  for (const sentence of unknown) console.error(sentence);
  if (count === 0) throw new UserFacingError('No position in it could be resolved.');
}

/** The shell renders its part of pages with a file of its build. */
const mapOfProgram = (name) =>
  name === 'server-render.mjs'
    ? inRoot('shell/dist', SOURCE_MAPS_FOLDER, 'server', `${name}.map`)
    : inRoot('server/dist', `${name}.map`);

const readStack = (file) =>
  readFile(file, 'utf8').catch((error) => {
    throw new UserFacingError(`${file} cannot be read (${error.code}).`);
  });

function parse(given) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: { to: { type: 'string' }, token: { type: 'string' } },
    });
  } catch (error) {
    throw new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await printStack(process.argv.slice(2), process.env).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}
