import { isApiError } from '@manabiba/shared/platform';

const UNREACHED = '通信できませんでした。入力した内容は残っています。接続をご確認のうえ、もう一度お試しください。';

/** Returns the message for a failed call when no field is to blame. Rethrows anything that is not an api refusal. */
export function failureSentence(error: unknown): string {
  if (!isApiError(error)) throw error;
  return error.status === 0 ? UNREACHED : error.message;
}
