import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Memory of the code and the pages of one release, in MB. */
const HEAP_MB = 128;
/**
 * Memory that a sandbox may reserve, in KB: the system refuses what is asked for beyond it. Deno reserves 0.6 GB as it
 * starts and uses 0.07 GB of it.
 */
const DATA_KB = 900_000;

/**
 * No permission is given, so none has to be taken: files, network, environment, programs, signals, system information
 * and native libraries are refused to everything in the process.
 */
const FLAGS = [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-remote',
  '--no-npm',
  '--no-config',
  '--no-lock',
  '--no-code-cache',
  '--cached-only',
  `--v8-flags=--disallow-code-generation-from-strings,--max-old-space-size=${HEAP_MB}`,
];
const LIMITS = `ulimit -c 0; ulimit -d ${DATA_KB}; exec "$@"`;

/** Returns the program of Deno for this platform; undefined where it has none. */
export function findDeno(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const fromDeno = createRequire(require.resolve('deno/package.json'));
    const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
    const path = join(dirname(fromDeno.resolve(`@deno/${platformName()}/package.json`)), name);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

const platformName = () => `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`;

/**
 * Returns the command that runs a program in a sandbox: Deno without permissions, on Linux with limits of the system, and
 * without any network where the system lets a user have a network of their own.
 */
export function sandboxCommand(deno: string, script: string): [program: string, ...args: string[]] {
  const command = [deno, ...FLAGS, script] as const;
  if (process.platform !== 'linux') return [...command];
  const limited = ['sh', '-c', LIMITS, 'sh', ...command] as const;
  return hasOwnNetwork() ? ['unshare', ...UNSHARED, '--', ...limited] : [...limited];
}

const UNSHARED = ['--user', '--net', '--ipc', '--uts'];
let ownNetwork: boolean | undefined;

/** Whether a process can have a network with nothing in it. Container platforms often refuse that. */
function hasOwnNetwork(): boolean {
  ownNetwork ??= spawnSync('unshare', [...UNSHARED, '--', 'true'], { stdio: 'ignore' }).status === 0;
  return ownNetwork;
}
