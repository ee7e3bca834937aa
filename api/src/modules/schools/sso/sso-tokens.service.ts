import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Limiter } from '../../../platform/security/limiter';
import { deriveKey } from '../../../platform/security/sealed-text';
import { createSignedTokens } from './signed-token';

const LIFE_MS = 60_000;

export type SsoTokensService = ReturnType<typeof createSsoTokensService>;

/** The tokens with which a pupil who was on the page of the school signs in, once and within a minute. */
export function createSsoTokensService({ secret, limiter, clock }: { secret: string; limiter: Limiter; clock: Clock }) {
  const key = deriveKey(secret, 'sign-in tokens of schools');
  const tokens = createSignedTokens({ key, purpose: 'school-sign-in-token', lifeMs: LIFE_MS, limiter, clock });
  return {
    make: (userId: string) => tokens.make(userId),

    /** Returns the pupil of a token and uses it up. Throws `invalid_credentials`. */
    async take(token: string): Promise<string> {
      const found = tokens.read(token);
      if (!found || !(await tokens.use(token)))
        throw new AppError('invalid_credentials', {
          sentence: '学校のページでのログインの期限が切れました。もう一度お試しください。',
        });
      return found.subject;
    },
  };
}
