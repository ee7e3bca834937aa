import type { ReleaseKey } from './release-key';

/** An entry of the registry: the live release and the one in a rollout. */
export interface Pointer {
  remote: string;
  version: string;
  revision: number;
  rolloutVersion: string | null;
  rolloutPercent: number | null;
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

const plain = ({ remote, version, revision, rolloutVersion, rolloutPercent }: Pointer) => ({
  remote,
  version,
  revision,
  rolloutVersion,
  rolloutPercent,
});
