import type { AnonymousMe, Me, SignedInMe, User } from '@manabiba/shared/contract/users';
import { AppError } from '../../http/app-error';
import { isSignedIn, type SignedInViewer, type Viewer } from '../../http/viewer';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/db';
import { isStudentAge, isYoungerThan, needsGuardian } from './age';
import { toUser } from './user-columns';
import type { NewPerson, UsersRepository } from './users.repository';

interface UsersDeps {
  repository: UsersRepository;
  clock: Clock;
  communicateMinAge: number;
}

export type UsersService = ReturnType<typeof createUsersService>;

/** People: what they see of themselves and what others see of them. */
export function createUsersService({ repository, clock, communicateMinAge }: UsersDeps) {
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
      isSubscribed: row.is_subscribed,
      willUnsubscribed: row.will_unsubscribed,
      subscriptionExpiresAt: row.subscription_expires_at?.toISOString() ?? null,
      stripeInvoiceStatus: row.stripe_invoice_status,
      unreadNotificationCount: row.unread_count,
      fromFirebase: { emailVerified: row.email_verified_at !== null },
      resubmitReason: row.resubmit_reason,
      // For a pupil the school holds the consent.
      guardianConsentNeeded: !isPupil && needsGuardian(birthDate, now) && row.guardian_consent_at === null,
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
    credentialByStudentCode: (schoolCode: string, studentCode: string) => repository.findByStudentCode(schoolCode, studentCode),

    /** Writes a new person. False when somebody has the e-mail address already. */
    create: (trx: Trx, person: NewPerson): Promise<boolean> => repository.insert(trx, person),

    /** A public profile. People who left, and visitors without an account, are `not_found`. */
    async get(viewer: Viewer, id: string): Promise<User> {
      const row = await repository.find(id, isSignedIn(viewer) ? viewer.id : null);
      if (!row || row.state === 'withdrawn') throw new AppError('not_found');
      return toUser(row, viewer, clock.now());
    },
  };
}

const visitorMe = (id: string | null): AnonymousMe | null => (id === null ? null : { role: 'anonymous', id });
