import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { inProject, sharedFolder } from '../../project.mjs';
import { inRoot } from '../../root.mjs';
import { remoteFiles } from './remote-files.mjs';
import { refusalOf } from './remote-name.mjs';

/** Who may open a page, as in shared/src/navigation/paths.ts. */
const ACCESS = ['anyone', 'person', 'professional', 'staff'];
/** Characters allowed in a title: it is written into code and into remote.json. */
const TITLE = /^[^<>{}'"`\\\p{Cc}]{1,40}$/u;

/**
 * Parses and checks the name, the title and the access of a new remote.
 * @param {string[]} given Command-line arguments.
 * @param {string} help
 */
export function readNewArguments(given, help) {
  const remote = parse(given, help);
  const refusal = refusalOf(remote.name);
  if (refusal) throw new UserFacingError(refusal);
  return remote;
}

/**
 * Writes the files of a new remote into the project.
 * @param {{ name: string, title: string, access: string }} remote
 */
export async function writeRemote({ name, title, access }) {
  const shared = JSON.parse(await readFile(join(sharedFolder, 'package.json'), 'utf8'));
  const files = await formatted(remoteFiles({ name, title, access, reactVersion: shared.dependencies.react }));
  for (const [path, text] of Object.entries(files)) await write(inProject(name, path), text);
}

function parse(given, help) {
  try {
    const {
      values,
      positionals: [name, ...more],
    } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { title: { type: 'string', default: '新しいページ' }, access: { type: 'string', default: 'anyone' } },
    });
    if (!name || more.length > 0) throw new UserFacingError(help);
    if (!TITLE.test(values.title))
      throw new UserFacingError('--title takes 1 to 40 characters, without quotes, brackets and braces.');
    if (!ACCESS.includes(values.access)) throw new UserFacingError(`--access takes ${ACCESS.join(', ')}.`);
    return { name, title: values.title, access: values.access };
  } catch (error) {
    throw error instanceof UserFacingError ? error : new UserFacingError(`${error.message}\n\n${help}`);
  }
}

/**
 * Formats the files, because line breaks depend on the lengths of name and title.
 * @param {Record<string, string>} files
 */
async function formatted(files) {
  const { format } = await import('oxfmt');
  const {
    $schema: _schema,
    ignorePatterns: _ignored,
    ...options
  } = JSON.parse(await readFile(inRoot('.oxfmtrc.json'), 'utf8'));
  const entries = Object.entries(files).map(
    async ([path, text]) => /** @type {const} */ ([path, (await format(path, text, options)).code]),
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
}
