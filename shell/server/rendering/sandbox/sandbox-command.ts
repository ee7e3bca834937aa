import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Heap limit for the code and the pages of one release, in MB. */
const HEAP_MB = 128;
/**
 * Memory that a sandbox may reserve, in KB; the system refuses more. Deno reserves 0.6 GB at start and uses 0.07 GB.
 */
const DATA_KB = 900_000;

/**
 * No permission is granted: files, network, environment, programs, signals, system information and native libraries are
 * refused to everything in the process.
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
 * Returns the command that runs a program in the sandbox: Deno without permissions, on Linux with resource limits, and
 * in an empty network namespace where the system allows users to create one.
 */
export function sandboxCommand(deno: string, script: string): [program: string, ...args: string[]] {
  const command = [deno, ...FLAGS, script] as const;
  if (process.platform !== 'linux') return [...command];
  const limited = ['sh', '-c', LIMITS, 'sh', ...command] as const;
  return hasOwnNetwork() ? ['unshare', ...UNSHARED, '--', ...limited] : [...limited];
}

const UNSHARED = ['--user', '--net', '--ipc', '--uts'];
let ownNetwork: boolean | undefined;

/** Whether a process can have an empty network namespace. Container platforms often refuse that. */
function hasOwnNetwork(): boolean {
  ownNetwork ??= spawnSync('unshare', [...UNSHARED, '--', 'true'], { stdio: 'ignore' }).status === 0;
  return ownNetwork;
}
