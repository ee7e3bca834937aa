import type { AnonymousMe, Me, SignedInMe, User, UserProfile } from '@manabiba/shared/contract/users';

import { isSignedIn, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { inOrderOf } from '../../platform/in-order-of';
import { bornBy, isConsentMissing, isMinor, isStudentAge, isYoungerThan, STUDENT_MAX_AGE } from './age';
import { toUser } from './user-columns';
import { firstState } from './user-states';
import type { NewPerson, Organisation, UsersRepository } from './users.repository';

interface UsersDeps {
  repository: UsersRepository;
  clock: Clock;
  communicateMinAge: number;
  /** Whether mails take a while now. */
  isMailDelayed: () => boolean;
}

/** What account rules look at. */
export type LockedPerson = NonNullable<Awaited<ReturnType<UsersRepository['lock']>>>;
export type PersonChanges = Parameters<UsersRepository['update']>[2];

export type UsersService = ReturnType<typeof createUsersService>;

/** People: what they see of themselves and what others see of them. */
export function createUsersService({ repository, clock, communicateMinAge, isMailDelayed }: UsersDeps) {
  async function findMe(id: string): Promise<SignedInMe | null> {
    const row = await repository.findMe(id);
    if (!row) return null;
    const now = clock.now();
    const { birth_date: birthDate } = row;
    const isPupil = row.partner_school_id !== null;
    // Only the id matters for what people see of themselves.
    const self = { id, kind: 'adult', communicateMinAge } as SignedInViewer;
    return {
      ...toUser(row, self, now),
      role: row.role,
      email: row.email,
      state: row.state,
      isStudentAge: isStudentAge(birthDate, now),
      canCommunicateAge: !isYoungerThan(birthDate, communicateMinAge, now),
      isPartnerSchoolStudent: isPupil,
      partnerSchoolId: row.partner_school_id,
      partnerSchool: isPupil ? toSchool(row) : null,
      guardianConsent: isPupil || !isMinor(birthDate, now) ? null : consentOf(row),
      isSubscribed: row.is_subscribed,
      willUnsubscribed: row.will_unsubscribed,
      subscriptionExpiresAt: row.subscription_expires_at?.toISOString() ?? null,
      stripeInvoiceStatus: row.stripe_invoice_status,
      unreadNotificationCount: row.unread_count,
      fromFirebase: { emailVerified: row.email_verified_at !== null },
      resubmitReason: row.resubmit_reason,
      suspendReason: row.state === 'suspended' ? row.suspend_reason : null,
      pendingEmail: row.pending_email,
      guardianEmail: row.guardian_email,
      isMailDelayed: isMailDelayed(),
      hasPassword: row.has_password,
      organisation: row.role === 'professional' && row.org_name !== null ? toOrganisation(row) : null,
      guardianConsentNeeded: isConsentMissing(row, now),
      canCreateClassroom: row.can_create ?? true,
    };
  }

  return {
    /** Somebody who has just signed in, as they see themselves. */
    async signedInMe(id: string): Promise<SignedInMe> {
      const person = await findMe(id);
      if (!person) throw new Error(`${id} has signed in and does not exist`);
      return person;
    },

    /** Whoever asks. Without any session that is nobody: `unauthenticated`. */
    async me(viewer: Viewer): Promise<Me> {
      const found = isSignedIn(viewer) ? await findMe(viewer.id) : visitorMe(viewer.id);
      if (!found) throw new AppError('unauthenticated');
      return found;
    },

    /** What signing in by e-mail compares with. Nothing when nobody has the address. */
    credentialByEmail: (email: string) => repository.findByEmail(email),

    /** What a pupil's signing in compares with. A school that has left has no pupils. */
    credentialByStudentCode: (schoolCode: string, studentCode: string) =>
      repository.findByStudentCode(schoolCode, studentCode),

    /** Null for an account without a password. */
    passwordHash: async (id: string): Promise<string | null> =>
      (await repository.findPasswordHash(id))?.password_hash ?? null,

    /** Whom an identity provider's subject is linked with. */
    credentialByProvider: (subject: string) => repository.findByProvider(subject),

    /** Writes a new person, in the state in which accounts like it begin. False when somebody has the address, the student code or the identity already. */
    create: (trx: Trx, person: Omit<NewPerson, 'state'>): Promise<boolean> =>
      repository.insert(trx, {
        ...person,
        state: firstState({
          isPupil: person.partnerSchool !== undefined,
          isProfessional: person.role === 'professional',
          isVerified: Boolean(person.emailVerifiedAt),
          isStudentAge: isStudentAge(person.birthDate, person.now),
        }),
      }),

    /** Gives somebody an organisation: they are a professional from now on, whose documents are to be looked at. */
    async makeProfessional(trx: Trx, userId: string, organisation: Organisation): Promise<void> {
      await repository.insertOrganisation(trx, userId, organisation);
      await repository.update(trx, userId, {
        role: 'professional',
        state: 'documents_required',
        updated_at: clock.now(),
      });
    },

    /** The account, locked for a change. Somebody who is signed in exists. */
    async lock(trx: Trx, id: string): Promise<LockedPerson> {
      const person = await repository.lock(trx, id);
      if (!person) throw new Error(`${id} is to be changed and does not exist`);
      return person;
    },

    /**
     * Refuses with `suspended` whoever may take part in nothing, and sees to it that the account is neither left nor suspended
     * until the transaction ends. To be called before the transaction locks anything else.
     */
    async holdActive(trx: Trx, id: string): Promise<void> {
      const row = await repository.hold(trx, id);
      if (!row || row.state === 'suspended' || row.state === 'withdrawn') throw new AppError('suspended');
    },

    /** Whether somebody has a plan now. */
    isSubscribed: (trx: Trx, id: string): Promise<boolean> => repository.isSubscribed(trx, id),

    /** Changes columns of an account. */
    change: (trx: Trx, id: string, values: PersonChanges): Promise<void> =>
      repository.update(trx, id, { ...values, updated_at: clock.now() }),

    /** Changes what is given of an organisation. A category that does not exist is `invalid`. */
    async changeOrganisation(
      trx: Trx,
      id: string,
      values: Parameters<UsersRepository['updateOrganisation']>[2] & { category_ids?: string[] },
    ): Promise<void> {
      if (values.category_ids && !(await repository.areCategories(trx, values.category_ids))) {
        throw new AppError('invalid', { fields: { categoryIds: 'カテゴリーを選び直してください。' } });
      }
      await repository.updateOrganisation(trx, id, values);
    },

    isEmailTaken: (trx: Trx, email: string, exceptId: string): Promise<boolean> =>
      repository.isEmailTaken(trx, email, exceptId),

    /** Whether this person is 24 or under today. */
    isStudentAge: (birthDate: string): boolean => isStudentAge(birthDate, clock.now()),

    /**
     * What midnight in Japan changes. Ages themselves are never stored: everything that asks for one counts from the
     * birth date. Whoever had to hand in documents as a student and turned 25 is active; returns whom.
     */
    rollOverDay(): Promise<string[]> {
      const now = clock.now();
      return repository.settleGrownUps(bornBy(STUDENT_MAX_AGE + 1, now), now);
    },

    /** Whether somebody who is here is 12 or under. People who left, and visitors without an account, are `not_found`. */
    async isChild(id: string): Promise<boolean> {
      const row = await repository.find(id, null);
      if (!row || row.state === 'withdrawn') throw new AppError('not_found');
      return row.role !== 'professional' && isYoungerThan(row.birth_date, communicateMinAge, clock.now());
    },

    /** These people as lists show them, in this order. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<User[]> {
      const now = clock.now();
      return inOrderOf(ids, await repository.findMany(ids, isSignedIn(viewer) ? viewer.id : null)).map((row) =>
        toUser(row, viewer, now),
      );
    },

    /** A public profile. People who left, and visitors without an account, are `not_found`. */
    async get(viewer: Viewer, id: string): Promise<UserProfile> {
      const row = await repository.find(id, isSignedIn(viewer) ? viewer.id : null);
      if (!row || row.state === 'withdrawn') throw new AppError('not_found');
      return {
        ...toUser(row, viewer, clock.now()),
        classroomCount: row.classroom_count,
        isBlocked: row.is_blocked,
        organisation:
          row.role === 'professional' && row.org_name !== null
            ? { orgName: row.org_name, orgUrl: row.org_url, categoryIds: row.category_ids ?? [] }
            : null,
      };
    },
  };
}

type FoundMe = NonNullable<Awaited<ReturnType<UsersRepository['findMe']>>>;

function toSchool({
  school_name: name,
  can_create: canCreate,
  can_speak: canSpeak,
  classmates_only: classmatesOnly,
}: FoundMe): SignedInMe['partnerSchool'] {
  return {
    name: name ?? '',
    policy: { canCreate: canCreate ?? true, canSpeak: canSpeak ?? true, classmatesOnly: classmatesOnly ?? false },
  };
}

function consentOf(
  row: Pick<FoundMe, 'guardian_consent_at' | 'guardian_refused_at' | 'guardian_email'>,
): SignedInMe['guardianConsent'] {
  if (row.guardian_consent_at !== null) return 'given';
  if (row.guardian_refused_at !== null) return 'refused';
  return row.guardian_email === null ? 'missing' : 'asked';
}

function toOrganisation(
  row: Pick<FoundMe, 'org_name' | 'org_url' | 'invoice_registration_no' | 'category_ids' | 'verified_at'>,
): SignedInMe['organisation'] {
  return {
    orgName: row.org_name ?? '',
    orgUrl: row.org_url,
    invoiceRegistrationNo: row.invoice_registration_no,
    categoryIds: row.category_ids ?? [],
    verifiedAt: row.verified_at?.toISOString() ?? null,
  };
}

const visitorMe = (id: string | null): AnonymousMe | null => (id === null ? null : { role: 'anonymous', id });
