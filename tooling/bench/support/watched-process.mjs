import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** Sampling interval of memory, in milliseconds. */
const LOOK_MS = 100;
const PAGE_BYTES = 4096;

/**
 * Runs a Node program and returns its duration and the peak memory of it and all its children together.
 *
 * Memory is read from /proc; elsewhere it is null. Rejects with the program's output when it fails.
 * @returns {Promise<{ ms: number, peakBytes: number | null, output: string }>}
 */
export async function runWatched(args, options = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const memory = watchMemory(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise((done) => {
    child.on('close', done);
  });
  const peakBytes = await memory.stop();
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
  return { ms: performance.now() - began, peakBytes, output };
}

/** Samples the memory of a process and of all its descendants. */
export function watchMemory(pid) {
  let peak = 0;
  let looking = Promise.resolve();
  const look = async () => {
    peak = Math.max(peak, await residentBytes(pid));
  };
  const timer = setInterval(() => {
    looking = look().catch(() => undefined);
  }, LOOK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return peak || null;
    },
  };
}

async function residentBytes(root) {
  const parents = new Map();
  const sizes = new Map();
  await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        if (!text) return;
        // After the command's name, which may contain blanks and parentheses: field 4 is the parent, 24 the resident
        // pages.
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        parents.set(Number(name), Number(fields[1]));
        sizes.set(Number(name), Number(fields[21]) * PAGE_BYTES);
      }),
  );
  const isOurs = (pid) => pid === root || (pid > 1 && parents.has(pid) && isOurs(parents.get(pid)));
  return [...sizes].reduce((sum, [pid, size]) => (isOurs(pid) ? sum + size : sum), 0);
}
