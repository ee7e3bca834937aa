import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { shareRanges } from '../../tooling/build/webpack/webpack.config.mjs';
import { packFiles } from '../../tooling/release-kit/release/release.mjs';
import { stockBuilds } from './builds.mjs';

const ENTRY = /^remote-entry\b/;
const PAGE = /\bstock-page\b/;
const SLOT = /\bstock-slot\b/;
/** By webpack and rspack, the module that a remote exposes; Vite's modules import each other, whatever their names. */
const DOOR = /^door\b/;

/**
 * `node build.mjs FOLDER`: builds every remote into a folder of its name, with the release.json that `npm run release`
 * and the deploy endpoint take.
 */
const [target = ''] = process.argv.slice(2);
for (const remote of stockBuilds) {
  const folder = resolve(target, remote.name);
  await remote.build(remote, folder);
  await writeFile(join(folder, 'release.json'), JSON.stringify(describe(remote, await packFiles(folder)), null, 1));
}

/** @param {import('./builds.mjs').StockBuild} remote */
function describe({ name, container, path, slot, entryType }, files) {
  const scripts = Object.keys(files).filter((file) => file.endsWith('.js'));
  const inAll = scripts.filter(
    (file) => DOOR.test(file) || (entryType === 'module' && ![ENTRY, PAGE, SLOT].some((part) => part.test(file))),
  );
  const filesOf = (part) => [...inAll, ...scripts.filter((file) => part.test(file))];
  return {
    remote: name,
    container,
    version: '1.0.0-first',
    entry: scripts.find((file) => ENTRY.test(file)),
    ...(entryType ? { entryType } : { isUnsealed: true }),
    files,
    routes: [{ path, page: 'stock', title: name, access: 'anyone' }],
    slots: [slot],
    preloads: { pages: { stock: filesOf(PAGE) }, slots: { [slot]: filesOf(SLOT) } },
    requires: shareRanges(),
  };
}
