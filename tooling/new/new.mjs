import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { inRoot } from '../root.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { remoteFiles } from './remote-files.mjs';
import { refusalOf } from './remote-name.mjs';

const HELP = `npm run new -- mf-NAME [--title TITLE]

  A new remote with one page at /NAME. TITLE is its heading (default: 新しいページ).`;

/** Characters allowed in a title: it is written into code and into remote.json. */
const TITLE = /^[^<>{}'"`\\\p{Cc}]{1,40}$/u;

/**
 * `npm run new -- mf-polls`: creates a remote that builds, passes its tests and lint, and can be released without
 * manual edits.
 */
async function makeRemote(given) {
  const { name, title } = readArguments(given);
  const refusal = refusalOf(name);
  if (refusal) throw new UserFacingError(refusal);
  await installWhenNeeded();
  const taken = await (await import('./taken-address.mjs')).ownerOfAddress(`/${name.slice(3)}`);
  if (taken) throw new UserFacingError(`The address /${name.slice(3)} belongs to ${taken}: choose another name.`);
  const shared = JSON.parse(await readFile(inRoot('shared/package.json'), 'utf8'));
  const files = await formatted(remoteFiles({ name, title, reactVersion: shared.dependencies.react }));
  for (const [path, text] of Object.entries(files)) await write(inRoot(name, path), text);
  await listInLock(name, JSON.parse(files['package.json'] ?? '{}'));
  await link(name);
  console.log(`Created ${name}: /${name.slice(3)}, 「${title}」.

  npm run dev ${name}          the product with it from source
  npx jest ${name}             its tests
  npm run release -- ${name}   makes it live in the running product`);
}

function readArguments(given) {
  try {
    const {
      values,
      positionals: [name, ...more],
    } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { title: { type: 'string', default: '新しいページ' } },
    });
    if (!name || more.length > 0) throw new UserFacingError(HELP);
    if (!TITLE.test(values.title))
      throw new UserFacingError('--title takes 1 to 40 characters, without quotes, brackets and braces.');
    return { name, title: values.title };
  } catch (error) {
    throw error instanceof UserFacingError ? error : new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

/**
 * Formats the files, because line breaks depend on the lengths of name and title.
 * @param {Record<string, string>} files
 */
async function formatted(files) {
  const { format, resolveConfig } = await import('prettier');
  const options = await resolveConfig(inRoot('package.json'));
  const entries = Object.entries(files).map(
    async ([path, text]) => /** @type {const} */ ([path, await format(text, { ...options, filepath: path })]),
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
}

/**
 * Adds the workspace to the lock file as `npm install` would, without network access: all packages that a new remote
 * needs are installed.
 */
async function listInLock(name, { name: packageName, version, dependencies, devDependencies }) {
  const path = inRoot('package-lock.json');
  const lock = JSON.parse(await readFile(path, 'utf8'));
  lock.packages[name] = { name: packageName, version, dependencies, devDependencies };
  lock.packages[`node_modules/${packageName}`] = { resolved: name, link: true };
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Creates the link that `npm ci` would create. */
async function link(name) {
  await symlink(inRoot(name), inRoot('node_modules/@manabiba', name), 'junction').catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await makeRemote(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}
