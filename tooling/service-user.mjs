import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `nobody` on every Linux: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Whom PostgreSQL runs as: undefined for oneself. */
export function serviceUser() {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Whether a user who is neither its owner nor of its group can enter a folder and everything above it. */
export async function isReachable(folder) {
  for (let path = folder; ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (dirname(path) === path) return true;
  }
}

/** A folder that everybody can reach, one for each data folder. */
export function reachableHome(folder) {
  return join('/var/lib/manabiba', createHash('sha256').update(folder).digest('hex').slice(0, 16));
}
