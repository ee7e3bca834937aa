import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { SOURCE_MAPS_FOLDER } from '../../build/packages.mjs';
import { inRoot } from '../../root.mjs';
import { resolveStack } from './resolve-stack.mjs';
import { readQuestion, runCommand } from './run-command.mjs';

const HELP = `npm run stack -- FILE|-

Resolves the positions of a stack in the sources: of a browser, a log line about one, or of the server's program. What else the
text says is printed as it is.

  --to URL       the product that keeps the source maps (default: the one on this machine, by PORT)
  --token TOKEN  a token that may release (default: DEPLOY_TOKEN, or the one in DATA_DIR)`;

async function printStack(given, env) {
  const { word: file, product } = readQuestion(given, env, HELP);
  const stack = file === '-' ? await text(process.stdin) : await readStack(file);
  const { resolved, count, unknown } = await resolveStack(stack, {
    ofBrowsers: async (path) => (await product()).sourceMap(path),
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

await runCommand(import.meta.url, printStack);
