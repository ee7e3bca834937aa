import { fork } from 'node:child_process';

import type { PackedFiles } from '../store/release-files';
import type { ReleaseManifest } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { GateReport, LiveProduct } from './release-gate';

/** The input of the program that checks a candidate. Contents are in base64, as received. */
export interface GateTask {
  manifest: ReleaseManifest;
  files: Readonly<Record<string, string>>;
  serverFile?: string | undefined;
  live: LiveProduct;
}

/** The findings of the checks; with the compressed files when there are none. */
export interface GateOutcome {
  gates: GateReport[];
  packed?: PackedFiles;
}

/** Checks a candidate without running it. Rejects with a `ReleaseRefusal` when there is no outcome. */
export type CandidateChecks = (task: GateTask) => Promise<GateOutcome>;

/** Candidates that wait for their turn. Each is held in memory, with up to 16 MB. */
const MAX_WAITING = 5;
/** Heap of the process. The syntax tree of a script is some fifty times its size. */
const MAX_HEAP_MB = 512;
/** Large candidates take 15 s alone; pages come first, so a busy machine needs longer. */
const MAX_MS = 120_000;

const TOO_MANY = 'Other releases are being checked. Try again in a minute.';

interface Limits {
  maxMs?: number;
  maxHeapMb?: number;
}

/**
 * Creates the checks of candidates: one at a time, in a process of their own, because hashing, compressing and parsing
 * hundreds of files would delay the pages of all users. `script` is the built gate-program.ts.
 */
export function createCandidateChecks(script: string, limits: Limits = {}): CandidateChecks {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return async (task) => {
    if (pending > MAX_WAITING) throw new ReleaseRefusal(TOO_MANY, 503);
    pending += 1;
    const check = last.then(() => checkApart(script, task, limits));
    last = check.catch(() => undefined).finally(() => (pending -= 1));
    return check;
  };
}

function checkApart(
  script: string,
  task: GateTask,
  { maxMs = MAX_MS, maxHeapMb = MAX_HEAP_MB }: Limits,
): Promise<GateOutcome> {
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
    child.once('message', (outcome: GateOutcome) => {
      done(outcome);
      child.kill('SIGKILL');
    });
    child.once('error', fail);
    child.once('exit', () =>
      fail(
        new ReleaseRefusal(
          `The checks gave no result within ${maxMs / 1000} s and ${maxHeapMb} MB of memory. Nothing was stored. Try again, or split large files.`,
          503,
        ),
      ),
    );
    // A process that dies at once is reported by its exit.
    child.send(task, () => undefined);
  });
}
