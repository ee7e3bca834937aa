import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';

// The files of a PostgreSQL cluster: its password, and how it is created.

export const USER = 'manabiba';
export const DATABASE = 'manabiba';

export async function readPassword(folder, cluster) {
  const path = join(folder, 'postgres.password');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  // A cluster without its password is lost: this happens only to a folder that was tampered with.
  if (await exists(join(cluster, 'PG_VERSION'))) {
    throw new UserFacingError(
      `${path} is missing, so the database next to it cannot be opened: put it back, or run "npm run reset".`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, password, { mode: 0o600 });
  return password;
}

export async function makeCluster({ cluster, native, user, isThrowaway }, password) {
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  // Created in a temporary folder and moved, so that an interrupted start leaves nothing that looks complete.
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const secret = `${cluster}.pwfile`;
  await writeFile(secret, password, { mode: 0o600 });
  if (user) {
    await chown(draft, user.uid, user.gid);
    await chown(secret, user.uid, user.gid);
  }
  const sync = isThrowaway ? ['--no-sync'] : [];
  await run(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      draft,
      '-U',
      USER,
      '--pwfile',
      secret,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same collation on every operating system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...sync,
    ],
    user,
  );
  await rm(secret);
  await run(
    join(native, 'bin', 'postgres'),
    ['--single', '-D', draft, 'postgres'],
    user,
    `create database ${DATABASE};\n`,
  );
  await rename(draft, cluster);
}

function run(command, args, user, input) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      ...user,
      cwd: '/',
      env: quietEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(undefined) : fail(new Error(`${command} ended with ${code}: ${output.trim()}`)),
    );
  });
}

/**
 * Environment without the caller's PG* variables and with English messages, so that PostgreSQL's output can be parsed.
 */
export function quietEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );
