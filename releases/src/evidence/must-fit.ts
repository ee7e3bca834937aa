import type { EnvironmentName } from '../environments/environment-name';
import { rangeConflicts, routeConflicts } from '../gate/release-gate';
import type { RegistryReader } from '../registry/registry-reader';
import { wholeAudience } from '../rollouts/release-audience';
import type { ReleaseKey } from '../store/release-key';
import { type ReleaseManifest, releaseManifest } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { EVIDENCE_HOURS, mustProve, openEvidence } from './release-evidence';

export interface FitOptions {
  store: ReleaseStore;
  registry: RegistryReader;
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
 * it was checked.
 */
export async function mustFit(
  { evidence, hours = EVIDENCE_HOURS, ...wanted }: RequestedRelease,
  { store, registry, key, shell }: FitOptions,
): Promise<void> {
  const manifest = await mustFitLive(wanted, { store, registry, gives: shell.gives });
  mustProve(openEvidence(key, evidence), manifest, { shell: shell.version, now: new Date(), hours });
}

/**
 * Throws unless the shared versions, the routes and the slots of a release fit what is live now. Returns its manifest.
 */
export async function mustFitLive(
  { remote, version, environment }: Pick<RequestedRelease, 'remote' | 'version' | 'environment'>,
  { store, registry, gives }: Pick<FitOptions, 'store' | 'registry'> & Pick<FitOptions['shell'], 'gives'>,
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
