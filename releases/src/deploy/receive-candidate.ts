import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { anyEnvironmentName, PRODUCTION } from '../environments/environment-name';
import type { FitOptions } from '../evidence/must-fit';
import { digestOfBuild, type HandIn, sealHandIn } from '../evidence/release-evidence';
import type { CandidateChecks, GateOutcome } from '../gate/check-apart';
import type { GateReport } from '../gate/release-gate';
import type { RegistryReader } from '../registry/registry-reader';
import { overrideCookie } from '../rollouts/override';
import { wholeAudience } from '../rollouts/release-audience';
import type { ReleaseFolder } from '../store/packed-files';
import { keepFiles, placeOf } from '../store/release-files';
import {
  perFile,
  type ReleaseManifest,
  releaseManifest,
  remoteName,
  type ServedRegistry,
} from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { mustMayRelease, signedAct } from '../tokens/holder';
import { keepSourceMaps } from './source-maps';

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** The remote, and why it changes. The name adds to the operator's; a team's token identifies its holder. */
export const act = { remote: remoteName, who: z.optional(words), why: words };

const candidateBody = z.object({
  ...act,
  /** The environment that it is for, which it has to fit; absent for production. */
  environment: z.optional(anyEnvironmentName),
  manifest: releaseManifest,
  files: perFile(z.string(), z.string()),
  serverFile: z.optional(z.string()),
  /** Source maps of its scripts, by path: kept, and never served to the public. */
  sourceMaps: z._default(perFile(z.string(), z.string()), {}),
});

/**
 * Files are sent as base64, a third larger than the original. Most remotes have a few hundred KB; one with the editor of
 * a board and a reader of PDFs has 13 MB.
 */
export const MAX_CANDIDATE_BYTES = 16 * 1024 * 1024;

/** Renders the pages of a candidate as the server does. Returns a sentence for each fault. */
type FindRenderingFaults = (candidate: {
  manifest: ReleaseManifest;
  serverFile: Buffer;
  live: ServedRegistry;
  /** The client address that rate limits count. */
  address: string;
}) => Promise<string[]>;

/** How candidates are checked. */
export interface CandidateGate {
  /** Checks candidates outside this process, without running them. */
  checks: CandidateChecks;
  /** Absent where the server does not render. */
  findRenderingFaults?: FindRenderingFaults | undefined;
  /** Development: remotes served by local dev servers, regardless of what is live. */
  fromSource: readonly string[];
}

interface CandidateOptions extends FitOptions {
  store: ReleaseStore;
  registry: RegistryReader;
  gate: CandidateGate;
  releasesDir: string;
}

interface Sender {
  /** As the history shows it. */
  who: string;
  /** As the token proves it. */
  person: string;
  address: string;
}

type Candidate = z.infer<typeof candidateBody>;

/** The endpoint that receives candidates. */
export function serveCandidates(scope: FastifyInstance, options: CandidateOptions): void {
  scope.post('/candidates', { bodyLimit: MAX_CANDIDATE_BYTES }, async (request, reply) => {
    const candidate = signedAct(request.deployHolder, candidateBody.parse(request.body));
    const sender = { who: candidate.who, person: request.deployHolder.person, address: request.ip };
    mustMayRelease(request.deployHolder, candidate.manifest.remote);
    const { gates, ...answer } = await receiveCandidate(candidate, sender, options);
    return reply.code(gates.some(({ refusals }) => refusals.length > 0) ? 422 : 201).send({ gates, ...answer });
  });
}

/**
 * Checks a candidate and, if it passes, stores it where a single browser can load it. The hand-in in the answer is what
 * the rest of the gate continues from.
 */
async function receiveCandidate(
  candidate: Candidate,
  { who, person, address }: Sender,
  { store, key, registry, shell, gate, releasesDir }: CandidateOptions,
): Promise<{ gates: GateReport[]; override?: { name: string; value: string }; handIn?: string }> {
  const { manifest, serverFile: encoded, why, environment = PRODUCTION } = candidate;
  const { remote, version } = manifest;
  if (gate.fromSource.includes(remote))
    throw new ReleaseRefusal(
      `${remote} is served from source here (npm run dev), so a release of it would not be visible. Name other remotes for npm run dev, or release to another product with --to.`,
    );
  const audience = { ...wholeAudience, environment: environment === PRODUCTION ? null : environment };
  const live = (await registry.read(audience)) ?? { remotes: {} };
  const serverFile = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  const stored = await Promise.all(
    // A release is handed in once more when its gate is repeated.
    [version, live.remotes[remote]?.version ?? version].map(async (each) => ({
      folder: placeOf(releasesDir, remote, each),
      manifest: await store.manifestOf(remote, each),
    })),
  );
  const { gates, packed } = await checkCandidate(candidate, serverFile, {
    live,
    stored,
    gives: shell.gives,
    gate,
    address,
  });
  const refusals = gates.flatMap(({ refusals: each }) => each);
  if (!packed || refusals.length > 0) {
    await store.refuse({ remote, version, who, why: `${why}: ${refusals.join(' ')}` });
    return { gates };
  }
  await keepFiles(releasesDir, manifest, packed, serverFile);
  await keepSourceMaps(releasesDir, manifest, candidate.sourceMaps);
  await store.stage(manifest, who);
  const handIn: HandIn = {
    remote,
    version,
    digest: digestOfBuild(manifest),
    shell: shell.version,
    live: Object.fromEntries(Object.entries(live.remotes).map(([name, release]) => [name, release.version])),
    checks: gates.map(({ name }) => name),
    by: person,
    at: new Date().toISOString(),
  };
  return { gates, override: overrideCookie({ remote, version, by: 'gate' }, key), handIn: sealHandIn(key, handIn) };
}

/** Runs the code of a candidate only after everything that can be known without running it. */
async function checkCandidate(
  { manifest, files, serverFile: encoded }: Candidate,
  serverFile: Buffer | undefined,
  {
    live,
    stored,
    gives,
    gate: { checks, findRenderingFaults },
    address,
  }: {
    live: ServedRegistry;
    stored: ReleaseFolder[];
    gives: FitOptions['shell']['gives'];
    gate: CandidateGate;
    address: string;
  },
): Promise<GateOutcome> {
  const { gates, packed } = await checks({
    manifest,
    files,
    serverFile: encoded,
    live: { gives, registry: live },
    stored,
  });
  if (!findRenderingFaults || !serverFile || !packed) return { gates, ...(packed ? { packed } : {}) };
  const began = performance.now();
  const refusals = await findRenderingFaults({ manifest, serverFile, live, address });
  return { gates: [...gates, { name: 'drawn by the server', ms: performance.now() - began, refusals }], packed };
}
