import { MAX_PASSKEY_NAME_LENGTH } from './limits';

/** The limits of a passkey's name, with what is said of a name beyond them. Without zod, for forms. */
export const passkeyName = {
  min: 1,
  max: MAX_PASSKEY_NAME_LENGTH,
  empty: 'パスキーの名前を入力してください。',
  tooLong: `パスキーの名前は${MAX_PASSKEY_NAME_LENGTH}文字以内で入力してください。`,
} as const;
