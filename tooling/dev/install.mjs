import { spawn } from 'node:child_process';
import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { inRoot, root } from '../root.mjs';

/** Time between two lines of progress, in milliseconds. */
const PROGRESS_MS = 5000;

/** Runs `npm ci` when node_modules does not match package-lock.json. A new workspace alone is only linked. */
export async function installWhenNeeded() {
  if (await isInstalled()) return linkWorkspaces();
  const stopProgress = await showProgress();
  // Under `npm start` the same npm; otherwise the one on the path.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await new Promise((resolve, reject) => {
    const child = spawn(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    child.on('error', () => reject(new UserFacingError('npm was not found: install it with Node.js and start again.')));
    child.on('close', (code) =>
      code === 0
        ? resolve(undefined)
        : reject(new UserFacingError('The packages could not be installed: see what npm says above.')),
    );
  }).finally(stopProgress);
}

/**
 * Prints from time to time how many packages have arrived; npm itself is silent without a terminal. Returns the function
 * that stops it.
 */
export async function showProgress(folder = root, intervalMs = PROGRESS_MS) {
  const wanted = Object.entries(await readLock(join(folder, 'package-lock.json')))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional)
    .map(([path]) => join(folder, path, 'package.json'));
  console.log(`Installing ${wanted.length} packages`);
  const began = performance.now();
  const timer = setInterval(async () => {
    const present = await Promise.allSettled(wanted.map((path) => access(path)));
    const count = present.filter(({ status }) => status === 'fulfilled').length;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`  [${count}/${wanted.length}] ${seconds} s`);
  }, intervalMs);
  return () => clearInterval(timer);
}

/**
 * Compares the lock file that npm wrote inside node_modules with package-lock.json. Timestamps are useless: a checkout
 * changes them, and npm writes the lock after installing.
 */
async function isInstalled() {
  const wanted = await readLock(inRoot('package-lock.json'));
  const present = await readLock(inRoot('node_modules/.package-lock.json'));
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.includes('node_modules/') ||
      entry.optional ||
      entry.link ||
      entry.extraneous ||
      present[path]?.version === entry.version,
  );
}

/** Links the workspaces that are not linked yet, such as one that has come with a pull. */
async function linkWorkspaces() {
  for (const [path, { link, resolved }] of Object.entries(await readLock(inRoot('package-lock.json')))) {
    if (!link) continue;
    await mkdir(dirname(inRoot(path)), { recursive: true });
    await symlink(relative(dirname(inRoot(path)), inRoot(resolved)), inRoot(path)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

const readLock = (path) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text).packages,
    () => ({}),
  );
