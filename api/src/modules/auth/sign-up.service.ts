import type { signUpBody } from '@manabiba/shared/contract/auth';
import { canonicalEmail, mailboxOf } from '@manabiba/shared/contract/email-address';
import type { checkSchoolCodes } from '@manabiba/shared/contract/school-codes';
import type {
  signUpPartnerSchool,
  signUpProfessional,
  signUpProfessionalWithProvider,
  signUpWithProvider,
} from '@manabiba/shared/contract/sign-up';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import type * as z from 'zod/mini';

import { isSignedIn } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { ProviderIdentity } from '../../platform/security/identity-provider';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountMailsService } from '../account-links/account-mails.service';
import type { SessionsService, TokenPair } from '../sessions/sessions.service';
import { isStudentAge, needsGuardian } from '../users/age';
import type { LockedPerson, UsersService } from '../users/users.service';
import type { Device } from './device';
import type { Passwords } from './passwords';
import type { ProviderService } from './provider.service';
import type { SignUpRepository } from './sign-up.repository';

interface SignUpDeps {
  db: Db;
  users: UsersService;
  sessions: SessionsService;
  accountMails: AccountMailsService;
  provider: ProviderService;
  invites: SignUpRepository;
  passwords: Passwords;
  limiter: Limiter;
  clock: Clock;
  limits: { signUpsPerHour: number };
}

type SignedIn = TokenPair & { user: SignedInMe };
type Body<E extends { body: z.ZodMiniType }> = z.output<E['body']>;
type OrganisationInput = Pick<Body<typeof signUpProfessional>, 'orgName' | 'orgUrl' | 'invoiceRegistrationNo'>;

interface Newcomer {
  email: string | null;
  password?: string;
  nickname: string;
  birthDate: string;
  guardianEmail?: string | undefined;
  organisation?: OrganisationInput;
  identity?: ProviderIdentity;
}

export type SignUpService = ReturnType<typeof createSignUpService>;

/** Sign-up: what each kind of user must provide, and the mails that follow. */
export function createSignUpService(deps: SignUpDeps) {
  const { db, users, sessions, accountMails, provider, invites, passwords, limiter, clock, limits } = deps;

  const countSignUp = (device: Device) =>
    limiter.consume(`sign-up:${device.address}`, { max: limits.signUpsPerHour, windowSeconds: 3600 });

  /** Inserts the user with all related rows and signs in. */
  async function add(newcomer: Newcomer, device: Device): Promise<SignedIn> {
    const now = clock.now();
    const { email, nickname, birthDate, identity, organisation } = newcomer;
    const id = newId('usr');
    const isVerified = identity?.isEmailVerified === true && identity.email === email;
    const asksGuardian = needsGuardian(birthDate, now) ? newcomer.guardianEmail : undefined;
    await accountMails.count(isVerified ? null : email, asksGuardian);
    const passwordHash = newcomer.password === undefined ? null : await passwords.hash(newcomer.password);
    const pair = await inTransaction(db, async (trx) => {
      const isNew = await users.create(trx, {
        id,
        passwordHash,
        now,
        email,
        nickname,
        birthDate,
        guardianEmail: newcomer.guardianEmail ?? null,
        emailVerifiedAt: isVerified ? now : null,
        role: organisation ? 'professional' : 'user',
        providerSubject: identity?.subject ?? null,
      });
      if (!isNew) throw new AppError('invalid', { fields: { email: 'このメールアドレスは使えません。' } });
      if (organisation) await addOrganisation(trx, id, organisation);
      if (!isVerified && email !== null) await accountMails.confirmation(trx, { userId: id, nickname, email });
      if (asksGuardian !== undefined)
        await accountMails.guardianConsent(trx, { userId: id, nickname, guardianEmail: asksGuardian });
      return sessions.openForPerson(trx, id, device, { method: identity ? 'provider' : 'password' });
    });
    return { ...pair, user: await users.signedInMe(id) };
  }

  async function addOrganisation(
    trx: Trx,
    userId: string,
    { orgName, orgUrl, invoiceRegistrationNo }: OrganisationInput,
  ): Promise<void> {
    await users.makeProfessional(trx, userId, {
      orgName,
      orgUrl: orgUrl || null,
      invoiceRegistrationNo: invoiceRegistrationNo || null,
    });
  }

  /**
   * Turns a signed-in adult into a professional with a new session; the old one ends. A subscriber needs an identity
   * provider's token for that: without one it is `already`.
   */
  async function upgrade(
    userId: string,
    organisation: OrganisationInput,
    device: Device,
    identity?: ProviderIdentity,
  ): Promise<SignedIn> {
    const { sessionId } = device.previous;
    const before = sessionId === null ? { method: null } : await sessions.signInOf(sessionId);
    const way = identity ? { ...before, method: 'provider' as const } : before;
    const pair = await inTransaction(db, async (trx) => {
      const person = await users.lock(trx, userId);
      if (person.state === 'suspended' || person.state === 'withdrawn') throw new AppError('suspended');
      if (person.role !== 'user' || (person.is_subscribed && !identity)) throw new AppError('already');
      if (identity) requireOwn(person, identity);
      await addOrganisation(trx, userId, organisation);
      if (identity) await provider.link(trx, person, identity);
      return sessions.openForPerson(trx, userId, device, way);
    });
    return { ...pair, user: await users.signedInMe(userId) };
  }

  /** Users of 15 or under must name a guardian other than themselves. */
  function requireGuardian(birthDate: string, guardianEmail: string | undefined, ownEmail: string | null): void {
    const isMissing =
      guardianEmail === undefined || (ownEmail !== null && mailboxOf(guardianEmail) === mailboxOf(ownEmail));
    if (needsGuardian(birthDate, clock.now()) && isMissing) {
      throw new AppError('guardian_required', {
        status: 422,
        fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' },
      });
    }
  }

  function requireAdult(birthDate: string): void {
    if (isStudentAge(birthDate, clock.now())) {
      throw new AppError('age_restricted', {
        status: 422,
        fields: { birthDate: 'プロフェッショナルの登録は25歳以上の方が対象です。' },
      });
    }
  }

  /**
   * Returns an unused one-time code, locked. A wrong school and a wrong code are indistinguishable (`invalid`); a used
   * one is `code_used`.
   */
  async function requireInvite(trx: Trx, schoolCode: string, inviteCode: string) {
    const invite = await invites.lockInvite(trx, schoolCode, inviteCode);
    if (!invite) throw new AppError('invalid', { fields: { inviteCode: '学校コードと登録コードをご確認ください。' } });
    if (invite.used_at !== null) throw new AppError('code_used');
    return invite;
  }

  /** The id of the signed-in user to upgrade; the access rule lets no other signed-in user reach this point. */
  const signedInId = ({ previous }: Device) => (isSignedIn(previous) ? previous.id : null);

  return {
    /**
     * Creates an unverified account and signs in. Users of 15 or under must name a guardian (`guardian_required`, 422),
     * who is asked by mail; a taken address is `invalid` like any other wrong field.
     */
    async signUp(input: z.output<typeof signUpBody>, device: Device): Promise<SignedIn> {
      requireGuardian(input.birthDate, input.guardianEmail, input.email);
      await countSignUp(device);
      return add(input, device);
    },

    /** Creates a professional, or upgrades the signed-in adult. */
    async signUpProfessional(input: Body<typeof signUpProfessional>, device: Device): Promise<SignedIn> {
      await countSignUp(device);
      const userId = signedInId(device);
      if (userId !== null) return upgrade(userId, input, device);
      const { email, password, nickname, birthDate } = requireAll({
        email: input.email,
        password: input.password,
        nickname: input.nickname,
        birthDate: input.birthDate,
      });
      requireAdult(birthDate);
      return add({ email, password, nickname, birthDate, organisation: input }, device);
    },

    /** Returns the school of an unused one-time code. Errors are the same as those of signing up. */
    async checkSchoolCodes(
      { schoolCode, inviteCode }: Body<typeof checkSchoolCodes>,
      address: string,
    ): Promise<{ schoolName: string }> {
      await limiter.consume(`school-codes:${address}`, { max: limits.signUpsPerHour, windowSeconds: 3600 });
      const invite = await inTransaction(db, (trx) => requireInvite(trx, schoolCode, inviteCode));
      return { schoolName: invite.school_name };
    },

    /** Creates a pupil by a one-time code (`code_used` the second time); an unknown code is `invalid`. */
    async signUpPartnerSchool(input: Body<typeof signUpPartnerSchool>, device: Device): Promise<SignedIn> {
      await countSignUp(device);
      const now = clock.now();
      const id = newId('usr');
      const passwordHash = await passwords.hash(input.password);
      const pair = await inTransaction(db, async (trx) => {
        const invite = await requireInvite(trx, input.schoolCode, input.inviteCode);
        const isNew = await users.create(trx, {
          id,
          passwordHash,
          now,
          email: null,
          nickname: input.nickname,
          birthDate: input.birthDate,
          partnerSchool: { id: invite.partner_school_id, studentCode: input.studentCode },
        });
        if (!isNew)
          throw new AppError('invalid', { fields: { studentCode: 'この生徒コードはすでに登録されています。' } });
        await invites.useInvite(trx, { schoolId: invite.partner_school_id, code: invite.code, userId: id, now });
        return sessions.openForPerson(trx, id, device, { method: 'password' });
      });
      return { ...pair, user: await users.signedInMe(id) };
    },

    /**
     * Creates an account by an identity provider's token: without a password, and without a mail when the provider has
     * verified the address.
     */
    async signUpWithProvider(input: Body<typeof signUpWithProvider>, device: Device): Promise<SignedIn> {
      await countSignUp(device);
      const identity = await provider.requireNew(input.idToken);
      const { email } = requireAll({ email: identity.email ?? input.email });
      requireGuardian(input.birthDate, input.guardianEmail, email);
      return add(
        { email, nickname: input.nickname, birthDate: input.birthDate, guardianEmail: input.guardianEmail, identity },
        device,
      );
    },

    /** Does the same for a professional; a signed-in adult is upgraded and linked with the identity. */
    async signUpProfessionalWithProvider(
      input: Body<typeof signUpProfessionalWithProvider>,
      device: Device,
    ): Promise<SignedIn> {
      await countSignUp(device);
      const userId = signedInId(device);
      if (userId !== null) return upgrade(userId, input, device, await provider.requireFreeFor(userId, input.idToken));
      const identity = await provider.requireNew(input.idToken);
      const { email, nickname, birthDate } = requireAll({
        email: identity.email ?? input.email,
        nickname: input.nickname,
        birthDate: input.birthDate,
      });
      requireAdult(birthDate);
      return add({ email, nickname, birthDate, organisation: input, identity }, device);
    },
  };
}

/** A session alone must not link the identity of somebody else, who could sign in with it from then on. */
function requireOwn(person: LockedPerson, { subject, email, isEmailVerified }: ProviderIdentity): void {
  const isSameAddress = isEmailVerified && person.email !== null && email === canonicalEmail(person.email);
  if (isSameAddress || person.provider_subject === subject) return;
  throw new AppError('invalid', {
    fields: { idToken: 'ご登録のメールアドレスと同じアドレスのアカウントを選んでください。' },
  });
}

const missing = {
  email: 'メールアドレスを入力してください。',
  password: 'パスワードを入力してください。',
  nickname: 'ニックネームを入力してください。',
  birthDate: '生年月日を入力してください。',
};

/** Requires the fields that only new users must provide. */
function requireAll<T extends Partial<Record<keyof typeof missing, string | undefined>>>(
  given: T,
): { [K in keyof T]: string } {
  const names = (Object.keys(given) as (keyof typeof missing)[]).filter((name) => given[name] === undefined);
  if (names.length > 0)
    throw new AppError('invalid', { fields: Object.fromEntries(names.map((name) => [name, missing[name]])) });
  return given as { [K in keyof T]: string };
}
