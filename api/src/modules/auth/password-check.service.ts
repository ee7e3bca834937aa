import { AppError } from '../../platform/app-error';
import type { Limiter } from '../../platform/security/limiter';
import type { UsersService } from '../users/users.service';
import type { Passwords } from './passwords';

/** Wrong passwords of somebody who is signed in: whoever sits at an open screen does not get to guess. */
const TRIES = { max: 5, windowSeconds: 5 * 60 };

export type PasswordCheckService = ReturnType<typeof createPasswordCheckService>;

/** Asks somebody who is signed in for their password again before something that cannot be taken back. */
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

    /** Throws unless it is the password. An account that has none (of an identity provider) is not asked. `field` is where the caller gave it. */
    async require(userId: string, password: string | undefined, field: 'currentPassword' | 'password'): Promise<void> {
      const passwordHash = await users.passwordHash(userId);
      if (passwordHash === null) return;
      const bucket = `password:${userId}`;
      await limiter.consume(bucket, TRIES);
      if (!(await passwords.matches(password ?? '', passwordHash)))
        throw new AppError('invalid', { fields: { [field]: '現在のパスワードが正しくありません。' } });
      await limiter.reset(bucket);
    },
  };
}
