import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';

const execute = promisify(execFile);

/**
 * Returns whether a process with this id runs. A process of another user counts; a zombie does not, because in a
 * container it may never be reaped.
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^ [ZX]/.test(status.slice(status.lastIndexOf(')') + 1));
  } catch {
    return false;
  }
}

/** Returns the command line of a process; empty when it is gone. */
export async function commandOf(pid) {
  const listed = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (listed !== undefined) return listed.replaceAll('\0', ' ');
  if (process.platform === 'linux' || process.platform === 'win32') return '';
  return execute('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * Returns the start time of a process as reported by the system, which distinguishes it from a later process with the
 * same id.
 */
async function birthOf(pid) {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Field 22, counted after the command's name, which may contain blanks and parentheses.
  if (status !== undefined) return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  if (process.platform === 'linux' || process.platform === 'win32') return '';
  return execute('ps', ['-p', String(pid), '-o', 'lstart=']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/**
 * Marks a folder as used by this process. Rejects when a living process owns it; the owner file of a dead one is
 * replaced.
 * @returns {Promise<() => Promise<void>>} releases the folder
 */
export async function claimFolder(folder, name) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const mine = `${process.pid} ${await birthOf(process.pid)}`;
  for (;;) {
    try {
      await writeFile(path, mine, { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const mark = await readFile(path, 'utf8').catch(() => '');
    const [pid, ...birth] = mark.split(' ');
    if (mark !== '' && isAlive(Number(pid)) && (await birthOf(Number(pid))) === birth.join(' ')) {
      throw new UserFacingError(
        `${folder} is in use by process ${pid}: stop it first, or set DATA_DIR (and PORT) to others.`,
      );
    }
    await rm(path, { force: true });
  }
}
