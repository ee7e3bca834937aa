import type { Assertion } from '@manabiba/shared/contract/passkeys';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { Limiter } from '../../../platform/security/limiter';
import type { SessionsService, TokenPair } from '../../sessions/sessions.service';
import type { UsersService } from '../../users/users.service';
import type { Device } from '../device';
import { checkAssertion } from './authenticator-answers';
import type { ChallengesService } from './challenges.service';
import type { PasskeysRepository } from './passkeys.repository';
import { handleOf, type RelyingParty, requireParty } from './relying-party';

interface PasskeySignInDeps {
  db: Db;
  passkeys: PasskeysRepository;
  challenges: ChallengesService;
  users: UsersService;
  sessions: SessionsService;
  limiter: Limiter;
  clock: Clock;
  party: RelyingParty | null;
  limits: { signInsPerMinute: number };
}

const refused = () =>
  new AppError('invalid_credentials', {
    sentence: 'このパスキーではログインできませんでした。もう一度試すか、別の方法でログインしてください。',
  });

export type PasskeySignInService = ReturnType<typeof createPasskeySignInService>;

/** Sign-in with a passkey. Every failure gives the same answer. */
export function createPasskeySignInService(deps: PasskeySignInDeps) {
  const { db, passkeys, challenges, users, sessions, limiter, clock, limits } = deps;
  const count = (device: Device) =>
    limiter.consume(`sign-in:${device.address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });

  return {
    /** Returns what an authenticator has to sign, without naming an account: it offers those that it knows. */
    async begin(device: Device) {
      const party = requireParty(deps.party);
      await count(device);
      const { challengeId, challenge, timeout } = await challenges.issue(null);
      return { challengeId, options: { challenge, timeout, rpId: party.id, userVerification: 'required' as const } };
    },

    /** Signs in, like a password also suspended users, who read the reason, and withdrawn ones, who may restore. */
    async signIn(
      { challengeId, assertion }: { challengeId: string; assertion: Assertion },
      device: Device,
    ): Promise<TokenPair & { user: SignedInMe }> {
      const party = requireParty(deps.party);
      await count(device);
      const challenge = await challenges.take(challengeId, null);
      const passkey = await passkeys.findCredential(assertion.id);
      if (challenge === null || !passkey || assertion.response.userHandle !== handleOf(passkey.user_id))
        throw refused();
      const counter = await checkAssertion(assertion, passkey, { challenge, party });
      if (counter === null) throw refused();
      const pair = await inTransaction(db, async (trx) => {
        const use = { counter, counterBefore: passkey.counter, now: clock.now() };
        if (!(await passkeys.use(trx, passkey.id, use))) throw refused();
        return sessions.openForPerson(trx, passkey.user_id, device, { method: 'passkey' });
      });
      return { ...pair, user: await users.signedInMe(passkey.user_id) };
    },
  };
}
