import { canonicalEmail } from '@manabiba/shared/contract/email-address';
import { MAX_LEAVING_REASON_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@manabiba/shared/contract/limits';

import type { FormErrors } from '../../../core/use-text-form';

/** Client-side checks with the contract's messages; the api decides. */
function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'メールアドレスを入力してください。';
  return canonicalEmail(email) === null ? 'メールアドレスの形式で入力してください。' : undefined;
}

function newPasswordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return `パスワードは${MIN_PASSWORD_LENGTH}文字以上で入力してください。`;
  return password.length > MAX_PASSWORD_LENGTH
    ? `パスワードは${MAX_PASSWORD_LENGTH}文字以内で入力してください。`
    : undefined;
}

/** Accounts of an identity provider have no password. */
const currentPasswordProblem = (password: string, hasPassword: boolean) =>
  hasPassword && password === '' ? '現在のパスワードを入力してください。' : undefined;

export interface EmailForm {
  email: string;
  currentPassword: string;
}
export const checkEmailForm =
  (hasPassword: boolean) =>
  ({ email, currentPassword }: EmailForm): FormErrors<EmailForm> => ({
    email: emailProblem(email),
    currentPassword: currentPasswordProblem(currentPassword, hasPassword),
  });

export interface PasswordForm {
  currentPassword: string;
  password: string;
}
export const checkPasswordForm =
  (hasPassword: boolean) =>
  ({ currentPassword, password }: PasswordForm): FormErrors<PasswordForm> => ({
    currentPassword: currentPasswordProblem(currentPassword, hasPassword),
    password: newPasswordProblem(password),
  });

/** Named like the field in api errors. */
export interface GuardianForm {
  guardianEmail: string;
}
export const checkGuardianForm = ({ guardianEmail }: GuardianForm): FormErrors<GuardianForm> => ({
  guardianEmail: emailProblem(guardianEmail),
});

/** The text that a user without a password types to close the account. */
export const LEAVE_WORD = '退会する';
export interface LeaveForm {
  password: string;
  word: string;
  reason: string;
}
export const checkLeaveForm =
  (hasPassword: boolean) =>
  ({ password, word, reason }: LeaveForm): FormErrors<LeaveForm> => ({
    password: hasPassword && password === '' ? 'パスワードを入力してください。' : undefined,
    word: !hasPassword && word.trim() !== LEAVE_WORD ? `「${LEAVE_WORD}」と入力してください。` : undefined,
    reason:
      reason.length > MAX_LEAVING_REASON_LENGTH
        ? `${MAX_LEAVING_REASON_LENGTH}文字以内で入力してください。`
        : undefined,
  });
