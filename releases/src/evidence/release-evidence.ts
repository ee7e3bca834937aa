import { createHash } from 'node:crypto';

import { addHours } from 'date-fns';

import { canonical, type ReleaseKey } from '../store/release-key';
import type { ReleaseManifest } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import { readSignedText, signText } from './signed-text';

/** The checks of a hand-in, which the server makes itself. */
const SERVER_CHECKS = ['shared versions', 'size budgets', 'routes and slots', 'source', 'calls'];
/** The checks that the command makes, in a browser and with the sources. Only these can be skipped. */
const COMMAND_CHECKS = ['types', 'browser'];

/** How old the result of a gate may be when its release goes live, in hours. */
export const EVIDENCE_HOURS = 24;

/** The bytes that were checked: a manifest has the digest of every file, that of the server too. */
interface CheckedBuild {
  remote: string;
  version: string;
  digest: string;
}

/** A candidate that has passed the checks of the server, and what it was checked against. */
export interface HandIn extends CheckedBuild {
  /** Version of the live shell. */
  shell: string;
  /** The live releases, by remote. */
  live: Record<string, string>;
  checks: string[];
  by: string;
  at: string;
}

/** A second person's consent that the checks of the command are skipped for one build. */
export interface Approval extends CheckedBuild {
  by: string;
  /** The token with which they proved who they are; null for the operator's. */
  tokenId: string | null;
  at: string;
}

/** The result of a whole gate, or of the server's part of it with the reason why the rest was skipped. */
export interface Evidence extends HandIn {
  /** Who reported the checks of the command, and when. */
  provedBy: string;
  provedAt: string;
  skipped?: { why: string; approvedBy: string };
}

/** Digest of everything that a release is made of. */
export const digestOfBuild = (manifest: ReleaseManifest): string =>
  createHash('sha256').update(canonical(manifest)).digest('hex');

export const sealHandIn = (key: ReleaseKey, handIn: HandIn) => signText(key, 'gate-hand-in', handIn);
export const sealApproval = (key: ReleaseKey, approval: Approval) => signText(key, 'gate-approval', approval);
export const sealEvidence = (key: ReleaseKey, evidence: Evidence) => signText(key, 'gate-evidence', evidence);

/** Returns the hand-in that a report is about. Throws when it is not ours or too old. */
export function openHandIn(key: ReleaseKey, text: string, now: Date): HandIn {
  const handIn = readSignedText(key, 'gate-hand-in', text) as HandIn | undefined;
  if (!handIn)
    throw new ReleaseRefusal('The hand-in has no valid signature of this server: hand the build in again.', 422);
  mustBeFresh(handIn, now);
  return handIn;
}

/** Returns the consent for a build. Throws when it is not ours, for another build, or too old. */
export function openApproval(key: ReleaseKey, text: string, { remote, version, digest }: CheckedBuild, now: Date) {
  const approval = readSignedText(key, 'gate-approval', text) as Approval | undefined;
  if (!approval) throw new ReleaseRefusal('The approval has no valid signature of this server.', 422);
  if (approval.remote !== remote || approval.version !== version || approval.digest !== digest)
    throw new ReleaseRefusal(
      `The approval is for ${approval.remote} ${approval.version}, not for this build of ${remote} ${version}.`,
      422,
    );
  mustBeFresh(approval, now);
  return approval;
}

/** Returns the evidence that came with a release. Throws when there is none, or this server did not sign it. */
export function openEvidence(key: ReleaseKey, text: string | undefined): Evidence {
  if (text === undefined)
    throw new ReleaseRefusal(
      'The evidence is missing: a release needs the result of a gate for its build. npm run release makes it.',
      422,
    );
  const evidence = readSignedText(key, 'gate-evidence', text) as Evidence | undefined;
  if (!evidence) throw new ReleaseRefusal('The evidence has no valid signature of this server.', 422);
  return evidence;
}

/** Returns why a gate was skipped and who agreed, from evidence that is checked when its release goes live. */
export const skippedIn = (key: ReleaseKey, text: string | undefined) =>
  text === undefined ? undefined : openEvidence(key, text).skipped;

/** Throws when the evidence is not for this build in the live shell, lacks a check, or is too old. */
export function mustProve(
  evidence: Evidence,
  manifest: ReleaseManifest,
  { shell, now, hours }: { shell: string; now: Date; hours: number },
) {
  const { remote, version } = manifest;
  if (evidence.remote !== remote || evidence.version !== version || evidence.digest !== digestOfBuild(manifest))
    throw new ReleaseRefusal(
      `The evidence is for other files: the gate checked ${evidence.remote} ${evidence.version}, and this build of ${remote} ${version} has another digest.`,
      422,
    );
  const required = [...SERVER_CHECKS, ...(evidence.skipped ? [] : COMMAND_CHECKS)];
  const missing = required.filter((name) => !evidence.checks.includes(name));
  if (missing.length > 0) throw new ReleaseRefusal(`The evidence lacks the check of ${missing.join(', ')}.`, 422);
  if (evidence.shell !== shell)
    throw new ReleaseRefusal(
      `The gate ran in the shell ${evidence.shell}, and ${shell} is live now: run the gate again.`,
      422,
    );
  mustBeFresh(evidence, now, hours);
}

function mustBeFresh({ at }: { at: string }, now: Date, hours = EVIDENCE_HOURS): void {
  if (now > addHours(at, hours))
    throw new ReleaseRefusal(`The build was checked at ${at}, more than ${hours} hours ago: run the gate again.`, 422);
}
