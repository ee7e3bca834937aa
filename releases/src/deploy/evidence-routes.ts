import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { gateReport, missingInReport } from '../evidence/gate-report';
import {
  digestOfBuild,
  type Evidence,
  type HandIn,
  openApproval,
  openHandIn,
  sealApproval,
  sealEvidence,
} from '../evidence/release-evidence';
import type { ReleaseKey } from '../store/release-key';
import { releaseManifest, remoteName, versionName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { type Holder, mustBePerson, mustMayRelease } from '../tokens/holder';
import type { ReleaseTokens } from '../tokens/release-tokens';

interface EvidenceOptions {
  store: ReleaseStore;
  key: ReleaseKey;
  tokens: ReleaseTokens;
  /** Digest of the facade and contract that the live shell gives. */
  types: { digest: string } | undefined;
}

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const signedText = z.string().check(z.maxLength(20_000));
const evidenceBody = z.object({
  handIn: signedText,
  report: z.optional(gateReport),
  skip: z.optional(z.object({ why: reason, approval: z.optional(signedText) })),
});
const approvalBody = z.object({ remote: remoteName, version: versionName });

/** Endpoints that turn the report of a gate, or a second person's consent to skip it, into signed evidence. */
export function serveEvidence(scope: FastifyInstance, options: EvidenceOptions): void {
  const { store, key, types } = options;
  scope.post('/evidence', async (request) => {
    const { handIn: text, report = {}, skip } = evidenceBody.parse(request.body);
    const holder = request.deployHolder;
    const handIn = openHandIn(key, text, new Date());
    mustMayRelease(holder, handIn.remote);
    const proof = { ...handIn, provedBy: holder.person, provedAt: new Date().toISOString() };
    if (skip)
      return { evidence: sealEvidence(key, { ...proof, skipped: await consentOf(handIn, skip, holder, options) }) };
    const missing = missingInReport(report, await manifestOf(store, handIn), types?.digest);
    if (missing.length > 0) throw new ReleaseRefusal(missing.join(' '), 422);
    return { evidence: sealEvidence(key, { ...proof, checks: [...handIn.checks, 'types', 'browser'] }) };
  });

  scope.post('/approvals', async (request) => {
    const build = approvalBody.parse(request.body);
    const { person, tokenId } = mustMayRelease(request.deployHolder, build.remote);
    mustBePerson(request.deployHolder);
    const digest = digestOfBuild(await manifestOf(store, build));
    const at = new Date().toISOString();
    return { approval: sealApproval(key, { ...build, digest, by: person, tokenId, at }) };
  });
}

/** Returns why the gate is skipped and who agreed. Throws unless that is a second person whose token is valid. */
async function consentOf(
  handIn: HandIn,
  { why, approval }: { why: string; approval?: string | undefined },
  { person }: Holder,
  { key, tokens }: EvidenceOptions,
): Promise<NonNullable<Evidence['skipped']>> {
  if (approval === undefined) throw new ReleaseRefusal('Skipping the gate needs the approval of a second person.', 422);
  const { by, tokenId } = openApproval(key, approval, handIn, new Date());
  if (by === person)
    throw new ReleaseRefusal(`${by} cannot approve their own release: skipping the gate needs a second person.`, 422);
  if (tokenId !== null && !(await tokens.isValid(tokenId)))
    throw new ReleaseRefusal(`The token with which ${by} approved is no longer valid.`, 422);
  return { why, approvedBy: by };
}

async function manifestOf(store: ReleaseStore, { remote, version }: { remote: string; version: string }) {
  const { data } = releaseManifest.safeParse(await store.manifestOf(remote, version));
  if (!data) throw new ReleaseRefusal(`${remote} ${version} was never uploaded.`);
  return data;
}
