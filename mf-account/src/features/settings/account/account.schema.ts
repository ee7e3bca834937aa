import { email, newPassword } from '@manabiba/shared/contract/auth';
import { MAX_LEAVING_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { text } from '@manabiba/shared/contract/primitives';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import * as z from 'zod/mini';

type PasswordOwner = Pick<SignedInMe, 'hasPassword'>;

/** The current password, as proof of identity. Accounts of an identity provider have none to type or to send. */
export const currentPassword = ({ hasPassword }: PasswordOwner, empty = '現在のパスワードを入力してください。') =>
  z.pipe(
    z.string().check(z.refine((typed) => typed !== '' || !hasPassword, { error: empty })),
    z.transform((typed) => typed || undefined),
  );

export const emailForm = (me: PasswordOwner) => z.object({ email, currentPassword: currentPassword(me) });

export const passwordForm = (me: PasswordOwner) =>
  z.object({ currentPassword: currentPassword(me), password: newPassword });

/** Named like the field in api errors. */
export const guardianForm = z.object({ guardianEmail: email });

/** The text that a user without a password types to close the account. */
export const LEAVE_WORD = '退会する';

export const leaveForm = (me: PasswordOwner) =>
  z.object({
    password: currentPassword(me, 'パスワードを入力してください。'),
    word: z
      .string()
      .check(
        z.refine((typed) => me.hasPassword || typed.trim() === LEAVE_WORD, {
          error: `「${LEAVE_WORD}」と入力してください。`,
        }),
      ),
    reason: z.pipe(
      text({ max: MAX_LEAVING_REASON_LENGTH }),
      z.transform((typed) => typed || undefined),
    ),
  });
