import { randomBytes } from 'node:crypto';

import { addMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import type { Clock } from '../../../platform/clock';
import { outsideUnit } from '../../../platform/database/unit-of-work';
import { newId } from '../../../platform/ids';
import type { PasskeysRepository } from './passkeys.repository';

/** How long a challenge is valid, in milliseconds: enough to fetch a phone or a security key. */
const CHALLENGE_MS = 5 * millisecondsInMinute;
const CHALLENGE_BYTES = 32;

/** The session that adds a passkey; null at sign-in. */
type Owner = { userId: string; sessionId: string } | null;

export type ChallengesService = ReturnType<typeof createChallengesService>;

/** What authenticators are asked to sign: random, kept on the server, for one session, once. */
export function createChallengesService({ passkeys, clock }: { passkeys: PasskeysRepository; clock: Clock }) {
  return {
    async issue(owner: Owner) {
      const challengeId = newId('pkc');
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
      await passkeys.insertChallenge({
        id: challengeId,
        challenge,
        user_id: owner?.userId ?? null,
        session_id: owner?.sessionId ?? null,
        expires_at: addMilliseconds(clock.now(), CHALLENGE_MS),
      });
      return { challengeId, challenge, timeout: CHALLENGE_MS };
    },

    /** Uses a challenge up, even if the call fails. Returns null when it is unknown, used, expired or not this owner's. */
    async take(challengeId: string, owner: Owner): Promise<string | null> {
      const row = await outsideUnit(() => passkeys.takeChallenge(challengeId, owner, clock.now()));
      return row?.challenge ?? null;
    },
  };
}
