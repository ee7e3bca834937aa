import type { PackedFiles, ReleaseFolder } from '../store/packed-files';
import type { ReleaseManifest } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { GateReport, LiveProduct } from './release-gate';
import { type ApartLimits, NoResult, runApart } from './run-apart';

/** A candidate to be checked. Contents are in base64, as received. */
export interface GateTask {
  manifest: ReleaseManifest;
  files: Readonly<Record<string, string>>;
  serverFile?: string | undefined;
  live: LiveProduct;
  /** Stored releases that have files in common with it. */
  stored?: readonly ReleaseFolder[];
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

const TOO_MANY = 'Other releases are being checked. Try again in a minute.';

/** Creates the checks of candidates: one at a time, in a process of their own. `script` is the built gate-program.ts. */
export function createCandidateChecks(script: string, limits: ApartLimits = {}): CandidateChecks {
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

async function checkApart(script: string, task: GateTask, limits: ApartLimits): Promise<GateOutcome> {
  try {
    return await runApart(script, { check: task }, limits);
  } catch (error) {
    if (!(error instanceof NoResult)) throw error;
    throw new ReleaseRefusal(
      `The checks gave ${error.message}. Nothing was stored. Try again, or split large files.`,
      503,
    );
  }
}
