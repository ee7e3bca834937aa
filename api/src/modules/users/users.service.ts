import type { AnonymousMe, Me, SignedInMe, User, UserProfile } from '@manabiba/shared/contract/users';

import { isSignedIn, type SignedInViewer, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { orderByIds } from '../../platform/order-by-ids';
import { averageOfHost } from '../ratings/rating-average';
import { bornBy, isConsentMissing, isMinor, isStudentAge, isYoungerThan, STUDENT_MAX_AGE } from './age';
import { toUser } from './user-columns';
import { firstState } from './user-states';
import type { NewPerson, Organisation, UsersRepository } from './users.repository';

interface UsersDeps {
  repository: UsersRepository;
  clock: Clock;
  communicateMinAge: number;
  /** Whether mails are currently delayed. */
  isMailDelayed: () => boolean;
}

/** The columns that account rules check. */
export type LockedPerson = NonNullable<Awaited<ReturnType<UsersRepository['lock']>>>;
export type PersonChanges = Parameters<UsersRepository['update']>[2];

export type UsersService = ReturnType<typeof createUsersService>;

/** Users: their own account data and their public profiles. */
export function createUsersService({ repository, clock, communicateMinAge, isMailDelayed }: UsersDeps) {
  async function findMe(id: string): Promise<SignedInMe | null> {
    const row = await repository.findMe(id);
    if (!row) return null;
    const now = clock.now();
    const { birth_date: birthDate } = row;
    const isPupil = row.partner_school_id !== null;
    // Only the id matters for a user's own data.
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
      isEventMember: row.is_event_member,
    };
  }

  return {
    /** Returns the account data of a user who has just signed in. */
    async signedInMe(id: string): Promise<SignedInMe> {
      const person = await findMe(id);
      if (!person) throw new Error(`${id} has a session but does not exist`);
      return person;
    },

    /** Returns the viewer's own data. Throws `unauthenticated` without a session. */
    async me(viewer: Viewer): Promise<Me> {
      const found = isSignedIn(viewer) ? await findMe(viewer.id) : visitorMe(viewer.id);
      if (!found) throw new AppError('unauthenticated');
      return found;
    },

    /** Returns the credentials for sign-in by e-mail; undefined when the address is unknown. */
    credentialByEmail: (email: string, trx?: Trx) => repository.findByEmail(email, trx),

    /** Returns the credentials for a pupil's sign-in. Inactive schools have none. */
    credentialByStudentCode: (schoolCode: string, studentCode: string) =>
      repository.findByStudentCode(schoolCode, studentCode),

    /** Returns the password hash; null for an account without a password. */
    passwordHash: async (id: string): Promise<string | null> =>
      (await repository.findPasswordHash(id))?.password_hash ?? null,

    /** Returns the user linked to an identity provider's subject. */
    credentialByProvider: (subject: string) => repository.findByProvider(subject),

    /**
     * Inserts a user in the initial state. Returns false when the address, the student code or the identity is taken.
     */
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

    /** Adds an organisation, which makes the user a professional whose documents are to be reviewed. */
    async makeProfessional(trx: Trx, userId: string, organisation: Organisation): Promise<void> {
      await repository.insertOrganisation(trx, userId, organisation);
      await repository.update(trx, userId, {
        role: 'professional',
        state: 'documents_required',
        updated_at: clock.now(),
      });
    },

    /** Locks the account for a change. A signed-in user always exists. */
    async lock(trx: Trx, id: string): Promise<LockedPerson> {
      const person = await repository.lock(trx, id);
      if (!person) throw new Error(`${id} cannot be updated because it does not exist`);
      return person;
    },

    /**
     * Throws `suspended` unless the account may take part, and prevents its withdrawal or suspension until the
     * transaction ends. Must be called before any other lock of the transaction.
     */
    async holdActive(trx: Trx, id: string): Promise<void> {
      const row = await repository.hold(trx, id);
      if (!row || row.state === 'suspended' || row.state === 'withdrawn') throw new AppError('suspended');
    },

    /** Returns whether a user is subscribed now. */
    isSubscribed: (trx: Trx, id: string): Promise<boolean> => repository.isSubscribed(trx, id),

    /** Updates columns of an account. */
    change: (trx: Trx, id: string, values: PersonChanges): Promise<void> =>
      repository.update(trx, id, { ...values, updated_at: clock.now() }),

    /** Updates the given fields of an organisation. Throws `invalid` for an unknown category. */
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

    /** Returns whether this person is 24 or younger today. */
    isStudentAge: (birthDate: string): boolean => isStudentAge(birthDate, clock.now()),

    /**
     * Daily rollover at midnight in Japan. Ages are never stored but derived from the birth date. Activates users who
     * owed documents as students and turned 25, and returns them.
     */
    rollOverDay(): Promise<string[]> {
      const now = clock.now();
      return repository.settleGrownUps(bornBy(STUDENT_MAX_AGE + 1, now), now);
    },

    /** Returns whether an existing user is 12 or younger. Throws `not_found` for withdrawn users and visitors. */
    async isChild(id: string): Promise<boolean> {
      const row = await repository.find(id, null);
      if (!row || row.state === 'withdrawn') throw new AppError('not_found');
      return row.role !== 'professional' && isYoungerThan(row.birth_date, communicateMinAge, clock.now());
    },

    /** Returns these users as lists show them, in the given order. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<User[]> {
      const now = clock.now();
      return orderByIds(ids, await repository.findMany(ids, isSignedIn(viewer) ? viewer.id : null)).map((row) =>
        toUser(row, viewer, now),
      );
    },

    /** Returns a public profile. Throws `not_found` for withdrawn users and visitors. */
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
        rating: averageOfHost(row.rating_totals),
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
