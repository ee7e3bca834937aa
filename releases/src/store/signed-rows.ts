import type { EnvironmentName } from '../environments/environment-name';
import type { RolloutRule } from '../rollouts/rollout-rule';
import type { ReleaseKey } from './release-key';

/** An entry of the registry: the live release and the one in a rollout. */
export interface Pointer {
  remote: string;
  version: string;
  revision: number;
  rolloutVersion: string | null;
  rolloutPercent: number | null;
  /** Who may get the release in the rollout; null for everyone. */
  rolloutRule?: RolloutRule | null;
  /** Its pages are gone for good; the version is the last that was live. */
  isRetired?: boolean;
}

export const signPointer = (key: ReleaseKey, pointer: Pointer) => key.sign('registry', plain(pointer));
export const isPointerSigned = (key: ReleaseKey, pointer: Pointer, signature: unknown) =>
  key.isSigned('registry', plain(pointer), signature);

/** The release of a remote in an environment other than production; version null: the live one. */
export interface EnvironmentPointer {
  environment: EnvironmentName;
  remote: string;
  version: string | null;
  revision: number;
}

export const signEnvironment = (key: ReleaseKey, pointer: EnvironmentPointer) =>
  key.sign('environment', plainEnvironment(pointer));
export const isEnvironmentSigned = (key: ReleaseKey, pointer: EnvironmentPointer, signature: unknown) =>
  key.isSigned('environment', plainEnvironment(pointer), signature);

export const signRelease = (key: ReleaseKey, remote: string, version: string, manifest: unknown) =>
  key.sign('release', { remote, version, manifest });
export const isReleaseSigned = (
  key: ReleaseKey,
  remote: string,
  version: string,
  manifest: unknown,
  signature: unknown,
) => key.isSigned('release', { remote, version, manifest }, signature);

/** Only retired entries and those with a rule have these fields, so that the signatures of all others stay valid. */
const plain = ({
  remote,
  version,
  revision,
  rolloutVersion,
  rolloutPercent,
  rolloutRule = null,
  isRetired = false,
}: Pointer) => ({
  remote,
  version,
  revision,
  rolloutVersion,
  rolloutPercent,
  // A server of the version before ends a rollout without ending its rule.
  ...(rolloutRule && rolloutVersion ? { rolloutRule } : {}),
  ...(isRetired ? { isRetired } : {}),
});

const plainEnvironment = ({ environment, remote, version, revision }: EnvironmentPointer) => ({
  environment,
  remote,
  version,
  revision,
});
