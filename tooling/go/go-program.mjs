import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '../root.mjs';

/** Modules may pin a newer Go, which this one then fetches itself. */
const OLDEST_GO = { major: 1, minor: 21 };
const BUILD_TIMEOUT_MS = 600_000;

/**
 * Builds a Go program into .cache through Go's module proxy, unless it is there. Programs built this way serve tests only.
 * @param {{ name: string, path: string, version: string }} program the package's path; its last part is the file's name
 * @returns {{ path: string, skipped?: undefined } | { path?: undefined, skipped: string }} its path, or why there is none
 */
export function goProgram({ name, path: source, version }) {
  const folder = inRoot('.cache', name, version);
  const path = join(folder, source.split('/').at(-1) ?? name);
  if (existsSync(path)) return { path };
  const go = goVersion();
  if (!go) return { skipped: 'Go is not installed' };
  if (go.major < OLDEST_GO.major || (go.major === OLDEST_GO.major && go.minor < OLDEST_GO.minor))
    return { skipped: `Go ${go.major}.${go.minor} is older than ${OLDEST_GO.major}.${OLDEST_GO.minor}` };
  mkdirSync(folder, { recursive: true });
  console.log(`Building ${name} ${version} with Go ${go.major}.${go.minor}, once`);
  const built = spawnSync('go', ['install', `${source}@${version}`], {
    env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: process.env['GOTOOLCHAIN'] ?? 'auto' },
    encoding: 'utf8',
    timeout: BUILD_TIMEOUT_MS,
  });
  if (built.status === 0 && existsSync(path)) return { path };
  const reason = (built.stderr ?? '').trim().split('\n').at(-1)?.trim();
  return { skipped: `${name} ${version} cannot be built${reason ? `: ${reason}` : ''}` };
}

/** @returns {{ major: number, minor: number } | undefined} */
function goVersion() {
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const found = status === 0 ? /go(\d+)\.(\d+)/.exec(stdout) : null;
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : undefined;
}
