import { fork } from 'node:child_process';

/** Heap of the process. The syntax tree of a script is some fifty times its size. */
const MAX_HEAP_MB = 512;
/** Large candidates take 15 s alone; pages come first, so a busy machine needs longer. */
const MAX_MS = 120_000;

export interface ApartLimits {
  maxMs?: number;
  maxHeapMb?: number;
}

/** The process has ended without an answer. */
export class NoResult extends Error {}

/**
 * Runs a task in a process of its own, because hashing, compressing and parsing hundreds of files would delay the pages of
 * all users. Rejects with `NoResult` when its limits of time or memory are exceeded, or the work fails.
 *
 * @param script the built gate-program.ts
 */
export function runApart<Outcome>(
  script: string,
  task: object,
  { maxMs = MAX_MS, maxHeapMb = MAX_HEAP_MB }: ApartLimits = {},
): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = fork(script, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      // It knows no secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: maxMs,
      killSignal: 'SIGKILL',
    });
    child.once('message', (outcome: Outcome) => {
      done(outcome);
      child.kill('SIGKILL');
    });
    child.once('error', fail);
    child.once('exit', () => fail(new NoResult(`no result within ${maxMs / 1000} s and ${maxHeapMb} MB of memory`)));
    // A process that dies at once is reported by its exit.
    child.send(task, () => undefined);
  });
}
