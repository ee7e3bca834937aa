import { createHash, randomBytes } from 'node:crypto';

import { addMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { AccountLinksRepository, LinkPurpose } from './account-links.repository';

const TOKEN_BYTES = 32;

/** How long a link is valid. */
const LIVES_MS: Record<LinkPurpose, number> = {
  reset_password: millisecondsInHour,
  verify_email: 3 * millisecondsInDay,
  guardian_consent: 14 * millisecondsInDay,
  data_export: 7 * millisecondsInDay,
};

export interface LinkTarget {
  userId: string;
  /** The address that the link was sent to. */
  email: string;
}

export type AccountLinksService = ReturnType<typeof createAccountLinksService>;

/** Links sent by mail: unguessable, expiring, single-use. */
export function createAccountLinksService({ links, clock }: { links: AccountLinksRepository; clock: Clock }) {
  return {
    /** Creates a link and returns its token. Of password reset links only the newest works. */
    async issue(trx: Trx, purpose: LinkPurpose, { userId, email }: LinkTarget): Promise<string> {
      const now = clock.now();
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      if (purpose === 'reset_password') await links.retire(trx, userId, purpose, now);
      await links.insert(trx, {
        tokenHash: hashOf(token),
        userId,
        purpose,
        email,
        now,
        expiresAt: addMilliseconds(now, LIVES_MS[purpose]),
      });
      return token;
    },

    /** Consumes a link. An unknown, used or expired one is `link_expired`, without further detail. */
    async take(trx: Trx, purpose: LinkPurpose, token: string): Promise<LinkTarget> {
      const row = await links.take(trx, hashOf(token), purpose, clock.now());
      if (!row) throw new AppError('link_expired');
      return { userId: row.user_id, email: row.email };
    },

    /** Returns the target of a link without consuming it. */
    async find(purpose: LinkPurpose, token: string): Promise<LinkTarget> {
      const row = await links.find(hashOf(token), purpose, clock.now());
      if (!row || row.used_at !== null) throw new AppError('link_expired');
      return { userId: row.user_id, email: row.email };
    },

    /** Does the same for a link that stays readable after use. */
    async look(trx: Trx, purpose: LinkPurpose, token: string): Promise<LinkTarget & { isUsed: boolean }> {
      const row = await links.find(hashOf(token), purpose, clock.now(), trx);
      if (!row) throw new AppError('link_expired');
      return { userId: row.user_id, email: row.email, isUsed: row.used_at !== null };
    },

    /** Ends the open links of that purpose: whoever had access to the account may have them. */
    retire: (trx: Trx, purpose: LinkPurpose, userId: string): Promise<void> =>
      links.retire(trx, userId, purpose, clock.now()),

    /** Ends all that shows the account's data without a sign-in: links to files of it, and the calendar feed. */
    async endSecretLinks(trx: Trx, userId: string): Promise<void> {
      await links.retire(trx, userId, 'data_export', clock.now());
      await links.deleteCalendarFeed(trx, userId);
    },

    /** Sets another expiry than the purpose's default. */
    expireAt: (trx: Trx, token: string, expiresAt: Date): Promise<void> =>
      links.expireAt(trx, hashOf(token), expiresAt),
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
