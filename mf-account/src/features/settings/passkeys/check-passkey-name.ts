import { MAX_PASSKEY_NAME_LENGTH } from '@manabiba/shared/contract/limits';

/** Returns what is wrong with the name of a passkey. */
export function checkPasskeyName(name: string): string | undefined {
  if (!name.trim()) return 'パスキーの名前を入力してください。';
  if ([...name.trim()].length > MAX_PASSKEY_NAME_LENGTH)
    return `パスキーの名前は${MAX_PASSKEY_NAME_LENGTH}文字以内で入力してください。`;
  return undefined;
}
