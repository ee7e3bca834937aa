import { isApiError } from '@manabiba/shared/platform';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

const UNREACHED = '通信できませんでした。入力した内容は残っています。接続をご確認のうえ、もう一度お試しください。';

/** Returns the message for a failed call when no field is to blame. Rethrows anything that is not an api refusal. */
export function failureSentence(error: unknown): string {
  if (!isApiError(error)) throw error;
  return error.status === 0 ? UNREACHED : error.message;
}

/** Marks the form fields that a refusal names and focuses the first one. Returns whether it names any. */
export function markFields<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  if (!isApiError(error)) return false;
  const names = Object.keys(form.getValues()) as Path<Values>[];
  const wrong = names.filter((name) => error.fields[name] !== undefined);
  wrong.forEach((name, index) => form.setError(name, { message: error.fields[name] }, { shouldFocus: index === 0 }));
  return wrong.length > 0;
}
