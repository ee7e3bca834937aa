import { MAX_API_KEY_NAME_LENGTH } from './limits';

/** The limits of an API key's name, with what is said of a name beyond them. Without zod, for forms. */
export const apiKeyName = {
  min: 1,
  max: MAX_API_KEY_NAME_LENGTH,
  empty: 'APIキーの名前を入力してください。',
  tooLong: `APIキーの名前は${MAX_API_KEY_NAME_LENGTH}文字以内で入力してください。`,
} as const;
