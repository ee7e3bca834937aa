import { email, newPassword } from '@manabiba/shared/contract/auth';
import { isApiError, toast } from '@manabiba/shared/platform';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import * as z from 'zod/mini';

const passwordOfNow = z.string().check(z.minLength(1, { error: '現在のパスワードを入力してください。' }));
/** Accounts of an identity provider have no password to ask for. */
const passwordIfAny = (hasPassword: boolean) => (hasPassword ? passwordOfNow : z.string());

export const emailForm = (hasPassword: boolean) => z.object({ email, currentPassword: passwordIfAny(hasPassword) });
export type EmailForm = z.input<ReturnType<typeof emailForm>>;

export const passwordForm = (hasPassword: boolean) => z.object({ currentPassword: passwordIfAny(hasPassword), password: newPassword });
export type PasswordForm = z.input<ReturnType<typeof passwordForm>>;

export const guardianForm = z.object({ email });
export type GuardianForm = z.input<typeof guardianForm>;

/** What somebody without a password types to leave. */
export const LEAVE_WORD = '退会する';
export const leaveForm = (hasPassword: boolean) => z.object({
  password: hasPassword ? z.string().check(z.minLength(1, { error: 'パスワードを入力してください。' })) : z.string(),
  word: hasPassword ? z.string() : z.string().check(z.refine((text) => text.trim() === LEAVE_WORD, { error: `「${LEAVE_WORD}」と入力してください。` })),
  reason: z.string().check(z.maxLength(500, { error: '500文字以内で入力してください。' })),
});
export type LeaveForm = z.input<ReturnType<typeof leaveForm>>;

/** Tells a refusal at the fields that it names, else at the top of the page. Anything but a refusal is thrown again. */
export function tellRefusal<Form extends FieldValues>(error: unknown, setError: UseFormSetError<Form>, names: readonly Path<Form>[]): void {
  if (!isApiError(error)) throw error;
  const named = names.filter((name) => error.fields[name]);
  for (const name of named) setError(name, { type: 'server', message: error.fields[name] ?? error.message }, { shouldFocus: name === named[0] });
  if (named.length === 0) toast.error(error.message);
}
