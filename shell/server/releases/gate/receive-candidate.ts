import * as z from 'zod/mini';

import type { RegistryReader } from '../../registry/registry-reader';
import { digestOfBuild, type HandIn, sealHandIn } from '../evidence/release-evidence';
import { overrideCookie } from '../override';
import { keepFiles } from '../release-files';
import type { ReleaseKey } from '../release-key';
import { perFile, releaseManifest, remoteName } from '../release-manifest';
import { ReleaseRefusal } from '../release-refusal';
import type { ReleaseStore } from '../release-store';
import { keepSourceMaps } from '../source-maps/source-maps';
import type { CandidateChecks } from './check-apart';
import type { GateReport } from './release-gate';
import { type RenderingOptions, findRenderingFaults } from './rendering-gate';

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** The remote, and why it changes. The name adds to the operator's; a team's token identifies its holder. */
export const act = { remote: remoteName, who: z.optional(words), why: words };

export const candidateBody = z.object({
  ...act,
  manifest: releaseManifest,
  files: perFile(z.string(), z.string()),
  serverFile: z.optional(z.string()),
  /** Source maps of its scripts, by path: kept, and never served to the public. */
  sourceMaps: z._default(perFile(z.string(), z.string()), {}),
});

interface CandidateOptions {
  store: ReleaseStore;
  checks: CandidateChecks;
  key: ReleaseKey;
  registry: RegistryReader;
  releasesDir: string;
  gives: Readonly<Record<string, string>>;
  rendering?: RenderingOptions | undefined;
  fromSource: readonly string[];
  shellVersion: string;
}

interface Sender {
  /** As the history shows it. */
  who: string;
  /** As the token proves it. */
  person: string;
  address: string;
}

/**
 * Checks a candidate and, if it passes, stores it where a single browser can load it. The hand-in in the answer is what
 * the rest of the gate continues from.
 */
export async function receiveCandidate(
  { manifest, files, serverFile: encoded, sourceMaps, why }: z.infer<typeof candidateBody>,
  { store, checks, key, registry, releasesDir, gives, rendering, fromSource, shellVersion: shell }: CandidateOptions,
  { who, person, address }: Sender,
): Promise<{ gates: GateReport[]; override?: { name: string; value: string }; handIn?: string }> {
  const { remote, version } = manifest;
  if (fromSource.includes(remote))
    throw new ReleaseRefusal(
      `${remote} is served from source here (npm run dev), so a release of it would not be visible. Name other remotes for npm run dev, or release to another product with --to.`,
    );
  const live = (await registry.read()) ?? { remotes: {} };
  const { gates, packed } = await checks({ manifest, files, serverFile: encoded, live: { gives, registry: live } });
  const serverFile = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  // The code of a candidate runs only after everything that can be known without running it.
  if (rendering && serverFile && packed) {
    const began = performance.now();
    const wrong = await findRenderingFaults({ manifest, serverFile }, { ...rendering, live, address });
    gates.push({ name: 'drawn by the server', ms: performance.now() - began, refusals: wrong });
  }
  const refusals = gates.flatMap((gate) => gate.refusals);
  if (!packed || refusals.length > 0) {
    await store.refuse({ remote, version, who, why: `${why}: ${refusals.join(' ')}` });
    return { gates };
  }
  await keepFiles(releasesDir, manifest, packed, serverFile);
  await keepSourceMaps(releasesDir, manifest, sourceMaps);
  await store.stage(manifest, who);
  const handIn: HandIn = {
    remote,
    version,
    digest: digestOfBuild(manifest),
    shell,
    live: Object.fromEntries(Object.entries(live.remotes).map(([name, release]) => [name, release.version])),
    checks: gates.map(({ name }) => name),
    by: person,
    at: new Date().toISOString(),
  };
  return { gates, override: overrideCookie({ remote, version, by: 'gate' }, key), handIn: sealHandIn(key, handIn) };
}
