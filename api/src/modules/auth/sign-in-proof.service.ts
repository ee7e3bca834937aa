import { millisecondsInMinute } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { SessionsService } from '../sessions/sessions.service';
import type { PasswordCheckService } from './password-check.service';

/** How recently a user without a password must have signed in, in milliseconds. */
const RECENT_MS = 15 * millisecondsInMinute;

interface SignInProofDeps {
  passwords: PasswordCheckService;
  sessions: SessionsService;
  clock: Clock;
}

export type SignInProofService = ReturnType<typeof createSignInProofService>;

/** Asks for a proof of who calls before something is added that outlasts the session. */
export function createSignInProofService({ passwords, sessions, clock }: SignInProofDeps) {
  return {
    /**
     * A stolen session must not become a way in that lasts: throws unless the password matches, or an account without
     * one has signed in within 15 minutes.
     */
    async require({ id, sessionId }: SignedInViewer, currentPassword: string | undefined): Promise<void> {
      if (await passwords.require(id, currentPassword, 'currentPassword')) return;
      const { at } = await sessions.signInOf(sessionId);
      if (clock.now().getTime() - at.getTime() > RECENT_MS)
        throw new AppError('invalid', {
          sentence: 'ログインから時間が経っています。一度ログアウトし、ログインし直してから登録してください。',
        });
    },
  };
}
