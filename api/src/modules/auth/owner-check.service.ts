import { millisecondsInMinute } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { SessionsService } from '../sessions/sessions.service';
import type { PasswordCheckService } from './password-check.service';

/** How recently a user without a password must have signed in, in milliseconds. */
const RECENT_MS = 15 * millisecondsInMinute;

interface OwnerCheckDeps {
  passwords: PasswordCheckService;
  sessions: Pick<SessionsService, 'signInOf'>;
  clock: Clock;
}

export type OwnerCheckService = ReturnType<typeof createOwnerCheckService>;

/** Asks for more than a session before ways to sign in change: a stolen session must not become a way in that lasts. */
export function createOwnerCheckService({ passwords, sessions, clock }: OwnerCheckDeps) {
  return {
    /** Throws `invalid` unless the password matches or, in accounts without one, the sign-in is recent. */
    async require({ id, sessionId }: SignedInViewer, currentPassword: string | undefined): Promise<void> {
      if (await passwords.require(id, currentPassword, 'currentPassword')) return;
      const { at } = await sessions.signInOf(sessionId);
      if (clock.now().getTime() - at.getTime() > RECENT_MS)
        throw new AppError('invalid', {
          sentence: 'ログインから時間が経っています。一度ログアウトし、ログインし直してから、もう一度お試しください。',
        });
    },
  };
}
