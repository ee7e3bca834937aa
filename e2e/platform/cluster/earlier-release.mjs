import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot, root } from '../../../tooling/root.mjs';

const run = promisify(execFile);
/** Without the remotes: teams release those on their own, whatever the version of the program. */
const SOURCES = ['.', ':!mf-*', ':!e2e', ':!docs'];
/** What runs: the server program, and the shell whose pages it renders. */
const BUILDS = [['build-server.mjs'], ['build-package.mjs', 'shell']];

/**
 * Builds the server program and the shell of the commit in earlier-release.json, in a temporary folder with the
 * packages that are installed here.
 * @returns {Promise<{ folder: string, commit: string, remove(): Promise<void> } | { skipped: string }>}
 */
export async function buildEarlierRelease() {
  const { commit } = await readJson(inRoot('e2e/platform/cluster/earlier-release.json'));
  const isHere = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
  if (!isHere) return { skipped: `this clone does not contain the commit ${commit}` };
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'sources.tar');
    await run('git', ['archive', '-o', archive, commit, ...SOURCES], { cwd: root });
    await run('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
    await linkPackages(folder);
    await Promise.all(
      BUILDS.map(([script = '', ...words]) =>
        run(process.execPath, [join(folder, 'tooling/build', script), ...words], { cwd: folder }),
      ),
    );
    return { folder, commit: commit.slice(0, 8), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Installed packages are those of this tree; the project's own are those of the other one. */
async function linkPackages(folder) {
  await mkdir(join(folder, 'node_modules/@manabiba'), { recursive: true });
  for (const name of await readdir(inRoot('node_modules')))
    if (name !== '@manabiba') await symlink(inRoot('node_modules', name), join(folder, 'node_modules', name));
  for (const place of await workspacesIn(folder)) {
    const { name } = await readJson(join(folder, place, 'package.json'));
    await symlink(join(folder, place), join(folder, 'node_modules', name));
    const nested = inRoot(place, 'node_modules');
    if (existsSync(nested)) await symlink(nested, join(folder, place, 'node_modules'));
  }
}

/** Returns the folders with a package of the project, which its package.json names as `folder` or `folder/*`. */
async function workspacesIn(folder) {
  const { workspaces } = await readJson(join(folder, 'package.json'));
  const places = await Promise.all(
    workspaces.map(async (pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return (await readdir(join(folder, parent))).map((name) => `${parent}/${name}`);
    }),
  );
  return places.flat().filter((place) => existsSync(join(folder, place, 'package.json')));
}

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
