import { passkeyName } from '@manabiba/shared/contract/passkey-name';

/** Returns what is wrong with the name of a passkey. */
export function checkPasskeyName(name: string): string | undefined {
  if (!name.trim()) return passkeyName.empty;
  return [...name.trim()].length > passkeyName.max ? passkeyName.tooLong : undefined;
}
