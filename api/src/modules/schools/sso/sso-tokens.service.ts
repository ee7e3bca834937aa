import { millisecondsInMinute } from 'date-fns/constants';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Limiter } from '../../../platform/security/limiter';
import { deriveKey } from '../../../platform/security/text-encryption';
import { createSignedTokens } from './signed-token';

/** Long enough to fetch a phone: a pupil with a second factor shows a code meanwhile. */
const LIFE_MS = 5 * millisecondsInMinute;

const refused = () =>
  new AppError('invalid_credentials', {
    sentence: '学校のページでのログインの期限が切れました。もう一度お試しください。',
  });

export type SsoTokensService = ReturnType<typeof createSsoTokensService>;

/** The tokens with which a pupil who was on the page of the school signs in, once and within five minutes. */
export function createSsoTokensService({ secret, limiter, clock }: { secret: string; limiter: Limiter; clock: Clock }) {
  const key = deriveKey(secret, 'sign-in tokens of schools');
  const tokens = createSignedTokens({ key, purpose: 'school-sign-in-token', lifeMs: LIFE_MS, limiter, clock });
  return {
    make: (userId: string) => tokens.make(userId),

    /** Returns the pupil of a genuine token. Throws `invalid_credentials`. */
    read(token: string): string {
      const found = tokens.read(token);
      if (!found) throw refused();
      return found.subject;
    },

    /** Uses a genuine token up once the transaction commits. Throws `invalid_credentials` when it was, or has run out. */
    async take(trx: Trx, token: string): Promise<void> {
      if (!(await tokens.use(token, trx))) throw refused();
    },
  };
}
