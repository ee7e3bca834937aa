import { AppError } from '../../platform/app-error';
import type { Limiter } from '../../platform/security/limiter';
import type { UsersService } from '../users/users.service';
import type { Passwords } from './passwords';

/** Limit of wrong passwords for a signed-in user: an unattended screen must not allow guessing. */
const TRIES = { max: 5, windowSeconds: 5 * 60 };

export type PasswordCheckService = ReturnType<typeof createPasswordCheckService>;

/** Asks a signed-in user for the password again before an irreversible change. */
export function createPasswordCheckService({
  users,
  passwords,
  limiter,
}: {
  users: UsersService;
  passwords: Passwords;
  limiter: Limiter;
}) {
  return {
    hash: (password: string): Promise<string> => passwords.hash(password),

    /**
     * Throws unless the password matches. Accounts without one (of an identity provider) are not checked, which returns
     * false. `field` names the caller's input field.
     */
    async require(
      userId: string,
      password: string | undefined,
      field: 'currentPassword' | 'password',
    ): Promise<boolean> {
      const passwordHash = await users.passwordHash(userId);
      if (passwordHash === null) return false;
      const bucket = `password:${userId}`;
      await limiter.consume(bucket, TRIES);
      if (!(await passwords.matches(password ?? '', passwordHash)))
        throw new AppError('invalid', { fields: { [field]: '現在のパスワードが正しくありません。' } });
      await limiter.reset(bucket);
      return true;
    },
  };
}
