import { readFile, symlink, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { installWhenNeeded } from '../../dev/install.mjs';
import { inRoot } from '../../root.mjs';
import { readNewArguments, writeRemote } from './new-remote.mjs';

const HELP = `npm run new -- mf-NAME [--title TITLE] [--access anyone|person|professional|staff]

  A new remote with one page at /NAME. TITLE is its heading (default: 新しいページ). Access is who may open it (default:
  anyone); for everyone but the staff, a page for staff is an unknown path.`;

/**
 * `npm run new -- mf-polls`: creates a remote that builds, passes its tests and lint, and can be released without
 * manual edits.
 */
async function makeRemote(given) {
  const { name, title, access } = readNewArguments(given, HELP);
  await installWhenNeeded();
  const taken = await (await import('./taken-address.mjs')).ownerOfAddress(`/${name.slice(3)}`);
  if (taken) throw new UserFacingError(`The address /${name.slice(3)} belongs to ${taken}: choose another name.`);
  await writeRemote({ name, title, access });
  await listInLock(name, JSON.parse(await readFile(inRoot(name, 'package.json'), 'utf8')));
  await link(name);
  console.log(`Created ${name}: /${name.slice(3)}, 「${title}」.

  npm run dev ${name}          the product with it from source
  npx jest ${name}             its tests
  npm run release -- ${name}   makes it live in the running product`);
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
