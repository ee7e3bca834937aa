import { canonicalEmail } from '@manabiba/shared/contract/email-address';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import { AppError, notOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import {
  type IdentityProvider,
  type ProviderIdentity,
  ProviderUnreachable,
} from '../../platform/security/identity-provider';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { MailsService } from '../mails/mails.service';
import type { SessionsService, TokenPair } from '../sessions/sessions.service';
import { verifiedStates } from '../users/user-states';
import type { LockedPerson, UsersService } from '../users/users.service';
import type { ApiKeyRecordsService } from './api-keys/api-key-records.service';
import type { Device } from './device';
import type { PasskeyRecordsService } from './passkeys/passkey-records.service';
import type { SecondFactorCheckService } from './second-factor/second-factor-check.service';
import type { SecondFactorRecordsService } from './second-factor/second-factor-records.service';

interface ProviderDeps {
  db: Db;
  /** Null when no identity provider is configured. */
  identityProvider: IdentityProvider | null;
  users: UsersService;
  sessions: SessionsService;
  passkeys: Pick<PasskeyRecordsService, 'removeAll'>;
  secondFactors: Pick<SecondFactorRecordsService, 'removeAll'>;
  apiKeys: Pick<ApiKeyRecordsService, 'removeAll'>;
  links: Pick<AccountLinksService, 'endSecretLinks'>;
  secondFactorCheck: Pick<SecondFactorCheckService, 'countAttempt' | 'requireAtSignIn'>;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
  limits: { signInsPerMinute: number };
}

export type ProviderService = ReturnType<typeof createProviderService>;

/** Users who sign in with an identity provider's token. */
export function createProviderService({
  db,
  identityProvider,
  users,
  sessions,
  passkeys,
  secondFactors,
  apiKeys,
  links,
  secondFactorCheck,
  mails,
  limiter,
  clock,
  limits,
}: ProviderDeps) {
  /**
   * Returns the token's identity, with its address normalized. A bad token is `invalid_credentials`; without a
   * provider, or without its keys, `unavailable`.
   */
  async function requireIdentity(idToken: string): Promise<ProviderIdentity> {
    if (!identityProvider) throw notOffered();
    let identity: ProviderIdentity | null;
    try {
      identity = await identityProvider.verify(idToken);
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw new AppError('unavailable');
      throw error;
    }
    if (!identity) throw new AppError('invalid_credentials');
    return { ...identity, email: identity.email === null ? null : canonicalEmail(identity.email) };
  }

  /**
   * An account here with the address that the provider has verified belongs to the same user. If it was unverified
   * here, its creator may be someone else: their password, passkeys, second factor, API keys, sessions and links to their
   * data are removed.
   */
  async function adopt(trx: Trx, email: string, identity: ProviderIdentity): Promise<string | null> {
    const found = await users.credentialByEmail(email, trx);
    if (!found) return null;
    const person = await users.lock(trx, found.id);
    if (person.email_verified_at === null) {
      await users.change(trx, person.id, {
        password_hash: null,
        email_verified_at: clock.now(),
        ...verifiedStates(person, users.isStudentAge(person.birth_date)),
      });
      await passkeys.removeAll(trx, person.id);
      await secondFactors.removeAll(trx, person.id);
      await apiKeys.removeAll(trx, person.id);
      await links.endSecretLinks(trx, person.id);
      await sessions.endAll(trx, person.id);
    }
    await link(trx, person, identity);
    return person.id;
  }

  async function link(trx: Trx, person: LockedPerson, identity: ProviderIdentity): Promise<void> {
    await users.change(trx, person.id, { provider_subject: identity.subject });
    if (person.email !== null)
      await mails.send(trx, 'provider_linked', { to: person.email, userId: person.id, nickname: person.nickname });
  }

  async function countAttempt(identity: ProviderIdentity, known: { id: string } | undefined): Promise<void> {
    // Of an address that the provider has not verified anyone can get a token, and would lock its owner out.
    const byEmail = () =>
      identity.email === null || !identity.isEmailVerified ? undefined : users.credentialByEmail(identity.email);
    const owner = known ?? (await byEmail());
    if (owner) await secondFactorCheck.countAttempt(owner.id);
  }

  return {
    link,

    /** Returns an identity that no account here has yet; else throws `already`. */
    async requireNew(idToken: string): Promise<ProviderIdentity> {
      const identity = await requireIdentity(idToken);
      if (await users.credentialByProvider(identity.subject)) throw new AppError('already');
      return identity;
    },

    /** Returns an identity that no other account here has. */
    async requireFreeFor(userId: string, idToken: string): Promise<ProviderIdentity> {
      const identity = await requireIdentity(idToken);
      const owner = await users.credentialByProvider(identity.subject);
      if (owner && owner.id !== userId) throw new AppError('already');
      return identity;
    },

    /** Signs in. An unknown identity is `not_found`: the user must sign up. */
    async signIn(
      { idToken, code }: { idToken: string; code?: string | undefined },
      device: Device,
    ): Promise<TokenPair & { user: SignedInMe }> {
      await limiter.consume(`sign-in:${device.address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });
      const identity = await requireIdentity(idToken);
      const known = await users.credentialByProvider(identity.subject);
      if (code !== undefined) await countAttempt(identity, known);
      const { userId, pair } = await inTransaction(db, async (trx) => {
        const id =
          known?.id ??
          (identity.email !== null && identity.isEmailVerified ? await adopt(trx, identity.email, identity) : null);
        if (id === null) throw new AppError('not_found');
        const secondFactor = await secondFactorCheck.requireAtSignIn(trx, id, code);
        return {
          userId: id,
          pair: await sessions.openForPerson(trx, id, device, { method: 'provider', secondFactor }),
        };
      });
      return { ...pair, user: await users.signedInMe(userId) };
    },
  };
}
