import type { EnvironmentName } from '../environments/environment-name';
import { rangeConflicts, routeConflicts } from '../gate/release-gate';
import { createRegistryReader } from '../registry/registry-reader';
import { wholeAudience } from '../rollouts/release-audience';
import type { QueryClient } from '../store/changes/registry-changes';
import type { ReleaseKey } from '../store/release-key';
import { type ReleaseManifest, releaseManifest } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import { readManifest } from '../store/release-rows';
import { EVIDENCE_HOURS, mustProve, openEvidence } from './release-evidence';

export interface FitOptions {
  key: ReleaseKey;
  /** The live shell: its version, and those of the modules that it shares. */
  shell: { version: string; gives: Readonly<Record<string, string>> };
}

interface RequestedRelease {
  remote: string;
  version: string;
  /** Where it is to be seen; null for production. */
  environment: EnvironmentName | null;
  evidence: string | undefined;
  /** How old the evidence may be. */
  hours?: number;
}

/**
 * Throws unless a release fits what is live now, and its evidence proves it: another release may have gone live since
 * it was checked. Runs within a change, on its `client`.
 */
export async function mustFit(
  { evidence, hours = EVIDENCE_HOURS, ...request }: RequestedRelease,
  { key, shell }: FitOptions,
  client: QueryClient,
): Promise<void> {
  const manifest = await mustFitLive(request, { key, gives: shell.gives }, client);
  mustProve(openEvidence(key, evidence), manifest, { shell: shell.version, now: new Date(), hours });
}

/**
 * Throws unless the shared versions, the routes and the slots of a release fit what is live now. Returns its manifest.
 * Runs within a change, on its `client`: one that waits for a second connection could wait for other changes, which
 * wait for it.
 */
export async function mustFitLive(
  { remote, version, environment }: Pick<RequestedRelease, 'remote' | 'version' | 'environment'>,
  { key, gives }: Pick<FitOptions, 'key'> & Pick<FitOptions['shell'], 'gives'>,
  client: QueryClient,
): Promise<ReleaseManifest> {
  // The reader for pages reports entries that are not trusted.
  const registry = createRegistryReader({ database: client, key, origin: null, onTrouble: () => undefined });
  const live = await registry.read({ ...wholeAudience, environment });
  if (!live) throw new Error('The registry cannot be read');
  const manifest = releaseManifest.safeParse(await readManifest(client, remote, version));
  if (!manifest.success) throw new ReleaseRefusal(`${remote} ${version} was never uploaded.`);
  const [conflict] = [...rangeConflicts(manifest.data, gives), ...routeConflicts(manifest.data, live)];
  if (conflict) throw new ReleaseRefusal(conflict);
  return manifest.data;
}
