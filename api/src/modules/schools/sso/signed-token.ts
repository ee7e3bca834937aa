import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Limiter } from '../../../platform/security/limiter';
import { keyedDigest } from '../../../platform/security/text-encryption';

interface SignedTokenOptions {
  key: Buffer;
  purpose: string;
  lifeMs: number;
  limiter: Limiter;
  clock: Clock;
}

/** What a token was made for. */
export interface SignedToken {
  /** What the token is about: an id. */
  subject: string;
  /** Different in every token. */
  random: string;
}

const RANDOM_BYTES = 24;

/**
 * Tokens that work once and for a while, and are stored nowhere: id, end and random bits with a keyed digest over them.
 * `binding` is something that only the holder has; without it the token is worth nothing.
 */
export function createSignedTokens({ key, purpose, lifeMs, limiter, clock }: SignedTokenOptions) {
  const digestOf = (subject: string, until: string, random: string, binding: string) =>
    keyedDigest(key, [purpose, subject, until, random, binding].join('\n'));

  return {
    make(subject: string, binding = ''): string {
      const until = String(clock.now().getTime() + lifeMs);
      const random = randomBytes(RANDOM_BYTES).toString('base64url');
      return [subject, until, random, digestOf(subject, until, random, binding)].join('.');
    },

    /** Reads a token that is genuine; null otherwise. It may have run out. */
    read(token: string, binding = ''): SignedToken | null {
      const [subject = '', until = '', random = '', digest = ''] = token.split('.');
      return isSame(digest, digestOf(subject, until, random, binding)) ? { subject, random } : null;
    },

    /**
     * Uses up a genuine token; with a transaction, when that commits. Resolves to false when it has run out or was used
     * before.
     */
    async use(token: string, trx?: Trx): Promise<boolean> {
      const [, until = '', random = ''] = token.split('.');
      if (Number(until) < clock.now().getTime()) return false;
      return (await limiter.count(`${purpose}:${random}`, { max: 1, windowSeconds: 2 * (lifeMs / 1000) }, trx)) === 0;
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
