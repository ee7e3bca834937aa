import type { RegistryReader } from '../../registry/registry-reader';
import type { EnvironmentName } from '../environments/environment-name';
import { rangeConflicts, routeConflicts } from '../gate/release-gate';
import { wholeAudience } from '../release-audience';
import type { ReleaseKey } from '../release-key';
import { type ReleaseManifest, releaseManifest } from '../release-manifest';
import { ReleaseRefusal } from '../release-refusal';
import type { ReleaseStore } from '../release-store';
import { EVIDENCE_HOURS, mustProve, openEvidence } from './release-evidence';

export interface FitOptions {
  store: ReleaseStore;
  registry: RegistryReader;
  gives: Readonly<Record<string, string>>;
  key: ReleaseKey;
  shellVersion: string;
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
 * it was checked.
 */
export async function mustFit(
  { evidence, hours = EVIDENCE_HOURS, ...wanted }: RequestedRelease,
  { key, shellVersion: shell, ...live }: FitOptions,
): Promise<void> {
  const manifest = await mustFitLive(wanted, live);
  mustProve(openEvidence(key, evidence), manifest, { shell, now: new Date(), hours });
}

/**
 * Throws unless the shared versions, the routes and the slots of a release fit what is live now. Returns its manifest.
 */
export async function mustFitLive(
  { remote, version, environment }: Pick<RequestedRelease, 'remote' | 'version' | 'environment'>,
  { store, registry, gives }: Pick<FitOptions, 'store' | 'registry' | 'gives'>,
): Promise<ReleaseManifest> {
  await registry.refresh();
  const live = await registry.read({ ...wholeAudience, environment });
  const manifest = releaseManifest.safeParse(await store.manifestOf(remote, version));
  if (!manifest.success) throw new ReleaseRefusal(`${remote} ${version} was never uploaded.`);
  const [conflict] = [
    ...rangeConflicts(manifest.data, gives),
    ...routeConflicts(manifest.data, live ?? { remotes: {} }),
  ];
  if (conflict) throw new ReleaseRefusal(conflict);
  return manifest.data;
}
