import { MAX_PASSKEYS } from '@manabiba/shared/contract/limits';
import type { Attestation, Passkey } from '@manabiba/shared/contract/passkeys';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import type { MailsService } from '../../mails/mails.service';
import type { LockedPerson, UsersService } from '../../users/users.service';
import type { SignInProofService } from '../sign-in-proof.service';
import { ALGORITHMS, checkAttestation } from './authenticator-answers';
import type { ChallengesService } from './challenges.service';
import type { PasskeysRepository } from './passkeys.repository';
import { handleOf, type RelyingParty, requireParty } from './relying-party';

/** How often a user may begin to add a passkey: each one that is added or removed sends a mail. */
const BEGINNINGS = { max: 20, windowSeconds: 3600 };

interface PasskeysDeps {
  db: Db;
  passkeys: PasskeysRepository;
  challenges: ChallengesService;
  users: UsersService;
  proof: SignInProofService;
  mails: MailsService;
  limiter: Limiter;
  clock: Clock;
  party: RelyingParty | null;
}

const full = () =>
  new AppError('conflict', {
    sentence: `パスキーは${MAX_PASSKEYS}個まで登録できます。使っていないパスキーを削除してください。`,
  });

const toPasskey = (row: { id: string; name: string; created_at: Date; last_used_at: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export type PasskeysService = ReturnType<typeof createPasskeysService>;

/** The passkeys of an account, as its user manages them. */
export function createPasskeysService(deps: PasskeysDeps) {
  const { db, passkeys, challenges, users, proof, mails, limiter, clock } = deps;

  /** Mails what has changed, to users with an address. */
  async function notify(
    trx: Trx,
    { id, email, nickname }: LockedPerson,
    mail: 'passkey_added' | 'passkey_removed',
    passkey: string,
  ): Promise<void> {
    if (email !== null) await mails.send(trx, mail, { to: email, userId: id, nickname, passkey });
  }

  return {
    async list({ id }: SignedInViewer): Promise<{ items: Passkey[] }> {
      return { items: (await passkeys.list(id)).map(toPasskey) };
    },

    /** Begins to add a passkey. Returns what the authenticator has to sign. */
    async begin(viewer: SignedInViewer, currentPassword: string | undefined) {
      const party = requireParty(deps.party);
      await limiter.consume(`passkeys:${viewer.id}`, BEGINNINGS);
      await proof.require(viewer, currentPassword);
      const known = await passkeys.list(viewer.id);
      if (known.length >= MAX_PASSKEYS) throw full();
      const { email, nickname } = await users.signedInMe(viewer.id);
      const { challengeId, challenge, timeout } = await challenges.issue(ownerOf(viewer));
      return {
        challengeId,
        options: {
          challenge,
          timeout,
          rp: { id: party.id, name: 'まなびば' },
          user: { id: handleOf(viewer.id), name: email ?? nickname, displayName: nickname },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
          excludeCredentials: known.map(({ credential_id: id }) => ({ id, type: 'public-key' as const })),
          // It replaces name and password, so the authenticator has to name the account and check the person.
          authenticatorSelection: {
            residentKey: 'required' as const,
            requireResidentKey: true as const,
            userVerification: 'required' as const,
          },
          attestation: 'none' as const,
        },
      };
    },

    /** Adds the passkey that the authenticator has made for the challenge. */
    async add(
      viewer: SignedInViewer,
      { challengeId, name, attestation }: { challengeId: string; name: string; attestation: Attestation },
    ): Promise<Passkey> {
      const party = requireParty(deps.party);
      const challenge = await challenges.take(challengeId, ownerOf(viewer));
      const credential = challenge === null ? null : await checkAttestation(attestation, { challenge, party });
      if (!credential)
        throw new AppError('invalid', { sentence: 'パスキーを登録できませんでした。もう一度お試しください。' });
      const row = { id: newId('psk'), name, created_at: clock.now(), last_used_at: null };
      await inTransaction(db, async (trx) => {
        // So that two calls at once count each other's.
        const person = await users.lock(trx, viewer.id);
        if ((await passkeys.list(viewer.id, trx)).length >= MAX_PASSKEYS) throw full();
        const { id, publicKey, counter } = credential;
        const key = { credential_id: id, public_key: publicKey, counter, user_id: viewer.id };
        if (!(await passkeys.insert(trx, { ...row, ...key })))
          throw new AppError('already', { sentence: 'このパスキーはすでに登録されています。' });
        await notify(trx, person, 'passkey_added', name);
      });
      return toPasskey(row);
    },

    async rename({ id: userId }: SignedInViewer, id: string, name: string): Promise<Passkey> {
      const row = await passkeys.rename(userId, id, name);
      if (!row) throw new AppError('not_found');
      return toPasskey(row);
    },

    remove: ({ id: userId }: SignedInViewer, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const person = await users.lock(trx, userId);
        const removed = await passkeys.remove(trx, userId, id);
        if (!removed) throw new AppError('not_found');
        await notify(trx, person, 'passkey_removed', removed.name);
      }),
  };
}

const ownerOf = ({ id, sessionId }: SignedInViewer) => ({ userId: id, sessionId });
