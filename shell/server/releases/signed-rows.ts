import type { ReleaseKey } from './release-key';

/** An entry of the registry: the live release and the one in a rollout. */
export interface Pointer {
  remote: string;
  version: string;
  revision: number;
  rolloutVersion: string | null;
  rolloutPercent: number | null;
  /** Its pages are gone for good; the version is the last that was live. */
  isRetired?: boolean;
}

export const signPointer = (key: ReleaseKey, pointer: Pointer) => key.sign('registry', plain(pointer));
export const isPointerSigned = (key: ReleaseKey, pointer: Pointer, signature: unknown) =>
  key.isSigned('registry', plain(pointer), signature);

export const signRelease = (key: ReleaseKey, remote: string, version: string, manifest: unknown) =>
  key.sign('release', { remote, version, manifest });
export const isReleaseSigned = (
  key: ReleaseKey,
  remote: string,
  version: string,
  manifest: unknown,
  signature: unknown,
) => key.isSigned('release', { remote, version, manifest }, signature);

/** Only a retired entry says so: the signatures of all others stay what they were. */
const plain = ({ remote, version, revision, rolloutVersion, rolloutPercent, isRetired = false }: Pointer) => ({
  remote,
  version,
  revision,
  rolloutVersion,
  rolloutPercent,
  ...(isRetired ? { isRetired } : {}),
});
