import { readdir, readFile } from 'node:fs/promises';

const LOOK_MS = 50;
/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/**
 * Follows the CPU time of a process and of its ended children, in seconds. Read from /proc, so elsewhere it is NaN. What
 * is used in the last 50 ms before the end is not counted.
 */
export function watchCpu(pid) {
  let seconds = NaN;
  const timer = setInterval(async () => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the command's name: fields 14 to 17 are user and system time, own and of ended children.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields.length > 15) seconds = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS;
  }, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return seconds;
    },
  };
}

/** Returns the CPU time of a process and its descendants until now, also of those that have ended, in seconds, from /proc. */
export async function cpuSecondsOf(root) {
  const known = new Map(
    await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map(async (name) => {
          const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
          const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
          return /** @type {const} */ ([
            Number(name),
            {
              parent: Number(fields[1]),
              seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS || 0,
            },
          ]);
        }),
    ),
  );
  const isOurs = (pid) => pid === root || (pid > 1 && known.has(pid) && isOurs(known.get(pid)?.parent));
  return [...known].reduce((sum, [pid, { seconds }]) => (isOurs(pid) ? sum + seconds : sum), 0);
}
