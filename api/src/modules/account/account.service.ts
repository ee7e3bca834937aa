import type { updateMe } from '@manabiba/shared/contract/account';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { AccountMailsService } from '../account-links/account-mails.service';
import type { ApiKeyRecordsService } from '../auth/api-keys/api-key-records.service';
import type { OwnerCheckService } from '../auth/owner-check.service';
import type { PasskeyRecordsService } from '../auth/passkeys/passkey-records.service';
import type { PasswordCheckService } from '../auth/password-check.service';
import type { MailsService } from '../mails/mails.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { UploadsService } from '../uploads/uploads.service';
import { submittedState } from '../users/user-states';
import type { LockedPerson, PersonChanges, UsersService } from '../users/users.service';
import type { GuardiansService } from './guardians.service';

type Changes = z.output<(typeof updateMe)['body']>;

interface AccountDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  uploads: UploadsService;
  guardians: GuardiansService;
  links: Pick<AccountLinksService, 'retire'>;
  accountMails: AccountMailsService;
  mails: MailsService;
  owners: Pick<OwnerCheckService, 'require'>;
  passwords: Pick<PasswordCheckService, 'hash'>;
  passkeys: Pick<PasskeyRecordsService, 'namesOf'>;
  apiKeys: ApiKeyRecordsService;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** Changes that users make to their own account. */
export function createAccountService({
  db,
  users,
  sessions,
  uploads,
  guardians,
  links,
  accountMails,
  mails,
  owners,
  passwords,
  passkeys,
  apiKeys,
}: AccountDeps) {
  /** Applies changes to the public profile. Users of 12 or under write nothing about themselves. */
  async function profileOf(
    trx: Trx,
    viewer: SignedInViewer,
    { nickname, introduction, job, avatarUploadId }: Changes,
  ): Promise<PersonChanges> {
    if (viewer.kind === 'child' && (introduction ?? '') !== '') {
      throw new AppError('age_restricted', { fields: { introduction: '年齢により、自己紹介は登録できません。' } });
    }
    return {
      ...(nickname === undefined ? {} : { nickname }),
      ...(introduction === undefined ? {} : { introduction }),
      ...(job === undefined ? {} : { job }),
      ...(avatarUploadId === undefined
        ? {}
        : { avatar_url: avatarUploadId === null ? null : await uploads.avatarUrl(trx, viewer.id, avatarUploadId) }),
    };
  }

  /**
   * An unverified address is replaced at once. A verified one stays until the new one is verified, and is notified: a
   * stolen session cannot silently take over the account.
   */
  async function changeEmail(trx: Trx, person: LockedPerson, email: string): Promise<PersonChanges> {
    if (person.email?.toLowerCase() === email) return { pending_email: null };
    if (await users.isEmailTaken(trx, email, person.id))
      throw new AppError('invalid', { fields: { email: 'このメールアドレスは使えません。' } });
    const mail = { userId: person.id, nickname: person.nickname, email };
    if (person.email !== null && person.email_verified_at === null) {
      await accountMails.confirmation(trx, mail);
      return { email, pending_email: null };
    }
    await accountMails.emailChange(trx, mail);
    if (person.email !== null)
      await mails.send(trx, 'email_changed', {
        to: person.email,
        userId: person.id,
        nickname: person.nickname,
        newEmail: email,
      });
    return { pending_email: email };
  }

  /** Changes the password and signs other devices out. */
  async function changePassword(
    trx: Trx,
    person: LockedPerson,
    passwordHash: string,
    sessionId: string,
  ): Promise<PersonChanges> {
    await sessions.endAll(trx, person.id, sessionId);
    await links.retire(trx, 'data_export', person.id);
    if (person.email !== null)
      await mails.send(trx, 'password_changed', {
        to: person.email,
        userId: person.id,
        nickname: person.nickname,
        passkeys: await passkeys.namesOf(trx, person.id),
        apiKeys: await apiKeys.namesOf(trx, person.id),
      });
    // An address that somebody else has begun to set is forgotten, unless this call sets one.
    return { password_hash: passwordHash, pending_email: null };
  }

  async function submitDocuments(trx: Trx, person: LockedPerson, ids: string[]): Promise<PersonChanges> {
    if (person.state === 'email_unverified')
      throw new AppError('invalid', {
        fields: { identityDocumentUploadIds: 'メールアドレスを確認してから提出してください。' },
      });
    const state = submittedState(person.state);
    if (state === person.state) throw new AppError('already');
    await uploads.submitDocuments(trx, person.id, ids);
    return { state, resubmit_reason: null };
  }

  async function changeOrganisation(
    trx: Trx,
    viewer: SignedInViewer,
    { orgName, orgUrl, invoiceRegistrationNo, categoryIds }: Changes,
  ): Promise<void> {
    const values = {
      ...(orgName === undefined ? {} : { org_name: orgName }),
      ...(orgUrl === undefined ? {} : { org_url: orgUrl || null }),
      ...(invoiceRegistrationNo === undefined ? {} : { invoice_registration_no: invoiceRegistrationNo || null }),
      ...(categoryIds === undefined ? {} : { category_ids: categoryIds }),
    };
    if (Object.keys(values).length === 0) return;
    if (!viewer.isProfessional) throw new AppError('professional_only');
    await users.changeOrganisation(trx, viewer.id, values);
  }

  return {
    /** Applies all given changes or none. A new address or password requires the current password. */
    async update(viewer: SignedInViewer, changes: Changes): Promise<SignedInMe> {
      // Setting the current address again cancels a pending change, which is harmless whoever does it.
      const isNewEmail =
        changes.email !== undefined && changes.email !== (await users.signedInMe(viewer.id)).email?.toLowerCase();
      if (isNewEmail || changes.password !== undefined) await owners.require(viewer, changes.currentPassword);
      await accountMails.count(isNewEmail ? changes.email : null, changes.guardianEmail);
      const passwordHash = changes.password === undefined ? null : await passwords.hash(changes.password);
      await inTransaction(db, async (trx) => {
        const person = await users.lock(trx, viewer.id);
        const values: PersonChanges = {
          ...(await profileOf(trx, viewer, changes)),
          ...(passwordHash === null ? {} : await changePassword(trx, person, passwordHash, viewer.sessionId)),
          ...(changes.email === undefined ? {} : await changeEmail(trx, person, changes.email)),
          ...(changes.identityDocumentUploadIds
            ? await submitDocuments(trx, person, changes.identityDocumentUploadIds)
            : {}),
        };
        await changeOrganisation(trx, viewer, changes);
        await users.change(trx, viewer.id, values);
        if (changes.guardianEmail !== undefined) await guardians.ask(trx, person, changes.guardianEmail);
      });
      sessions.forgetPerson(viewer.id);
      return users.signedInMe(viewer.id);
    },
  };
}
