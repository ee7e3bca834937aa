import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Modules may pin a newer Go, which this one then fetches itself. */
const OLDEST_GO = { major: 1, minor: 21 };
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'manabiba', 'go');
const BUILD_TIMEOUT_MS = 600_000;

/**
 * A Go program: a package of a module, whose last part is the file's name; or a program of our own, in the file `main`,
 * that uses that package.
 * @typedef {{ name: string, path: string, version: string, main?: string }} GoProgram
 */

/**
 * Builds a Go program into the user's cache folder, which all clones share, through Go's module proxy, unless it is there. Programs built this way serve tests only.
 * @param {GoProgram} program
 * @returns {{ path: string, skipped?: undefined } | { path?: undefined, skipped: string }} its path, or why there is none
 */
export function goProgram(program) {
  const { name, path: source, version, main } = program;
  const path = placeOfGoProgram(program);
  const folder = dirname(path);
  if (existsSync(path)) return { path };
  const found = goVersion();
  if (!found) return { skipped: 'Go is not installed' };
  if (found.major < OLDEST_GO.major || (found.major === OLDEST_GO.major && found.minor < OLDEST_GO.minor))
    return { skipped: `Go ${found.major}.${found.minor} is older than ${OLDEST_GO.major}.${OLDEST_GO.minor}` };
  mkdirSync(folder, { recursive: true });
  console.log(`Building ${name} ${version} with Go ${found.major}.${found.minor}, once`);
  const go = (/** @type {string[]} */ ...words) =>
    spawnSync('go', words, {
      cwd: folder,
      env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: process.env['GOTOOLCHAIN'] ?? 'auto' },
      encoding: 'utf8',
      timeout: BUILD_TIMEOUT_MS,
    });
  if (main) {
    copyFileSync(main, join(folder, 'main.go'));
    if (!existsSync(join(folder, 'go.mod'))) go('mod', 'init', name);
    go('get', `${source}@${version}`);
  }
  const built = main ? go('build', '-o', path) : go('install', `${source}@${version}`);
  if (built.status === 0 && existsSync(path)) return { path };
  const reason = (built.stderr ?? '').trim().split('\n').at(-1)?.trim();
  return { skipped: `${name} ${version} cannot be built${reason ? `: ${reason}` : ''}` };
}

/**
 * @param {GoProgram} program
 * @returns {string} where it is, once it is built
 */
export function placeOfGoProgram({ name, path, version, main }) {
  const digest = main ? `-${createHash('sha256').update(readFileSync(main)).digest('hex').slice(0, 8)}` : '';
  return join(CACHE, name, `${version}${digest}`, main ? name : (path.split('/').at(-1) ?? name));
}

/** @returns {{ major: number, minor: number } | undefined} */
function goVersion() {
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const named = status === 0 ? /go(\d+)\.(\d+)/.exec(stdout) : null;
  return named ? { major: Number(named[1]), minor: Number(named[2]) } : undefined;
}
