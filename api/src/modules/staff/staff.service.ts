import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { ConsentWithdrawalService } from '../account/consent-withdrawal.service';
import type { SecondFactorRecordsService } from '../auth/second-factor/second-factor-records.service';
import type { DeparturesService } from '../classrooms/room-life/departures.service';
import type { MailsService } from '../mails/mails.service';
import { guardianToNotify } from '../users/age';
import type { LockedPerson, PersonChanges, UsersService } from '../users/users.service';
import type { StaffRepository } from './staff.repository';

interface StaffDeps {
  db: Db;
  staff: StaffRepository;
  secondFactors: Pick<SecondFactorRecordsService, 'reset'>;
  users: UsersService;
  mails: MailsService;
  consentWithdrawal: ConsentWithdrawalService;
  departures: DeparturesService;
  clock: Clock;
}

/** A staff request that cannot be carried out; the message gives the reason. */
export class StaffRefusal extends Error {
  /** Lets the caller of the command distinguish it from a failure across bundles. */
  readonly isStaffRefusal = true;
}

export const isStaffRefusal = (error: unknown): error is StaffRefusal =>
  typeof error === 'object' && error !== null && 'isStaffRefusal' in error;

/** Carries out a staff action for a call of the api. What cannot be carried out is `conflict`. */
export async function orConflict(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isStaffRefusal(error)) throw new AppError('conflict');
    throw error;
  }
}

export type StaffService = ReturnType<typeof createStaffService>;

/** Staff decisions. Each is logged with its actor in the same transaction. */
export function createStaffService(deps: StaffDeps) {
  const { db, staff, secondFactors, users, mails, consentWithdrawal, departures, clock } = deps;
  async function act(
    who: string,
    action: string,
    idOrEmail: string,
    detail: string,
    work: (trx: Trx, person: LockedPerson) => Promise<PersonChanges>,
  ): Promise<string> {
    const found = await staff.find(idOrEmail);
    if (!found) throw new StaffRefusal(`No user found for ${idOrEmail}.`);
    await inTransaction(db, async (trx) => {
      const person = await users.lock(trx, found.id);
      const changes = await work(trx, person);
      await users.change(trx, found.id, changes);
      const change = changes.state === undefined ? {} : { before: person.state, after: changes.state };
      await staff.log(trx, { at: clock.now(), who, action, subjectId: found.id, detail, ...change });
    });
    return found.id;
  }

  function requireState(person: LockedPerson, ...states: LockedPerson['state'][]): void {
    if (!states.includes(person.state))
      throw new StaffRefusal(`${person.id} is ${person.state}, not ${states.join(' or ')}.`);
  }

  /** Decides about the waiting documents; those that the decision is about, when given, must be the ones waiting. */
  async function decide(trx: Trx, person: LockedPerson, documentIds: readonly string[] | undefined): Promise<void> {
    const decided = await staff.decideDocuments(trx, person.id, clock.now());
    if (documentIds && [...new Set(documentIds)].sort().join() !== decided.sort().join())
      throw new StaffRefusal(`Other documents of ${person.id} wait now.`);
  }

  const mailTo = ({ id, nickname }: LockedPerson) => ({ userId: id, nickname });

  return {
    waiting: staff.waiting,
    /** Reports of comments, followed by those of questions, users, archives, ratings, messages and series. */
    reports: async () => [
      ...(await staff.reports()),
      ...(await staff.questionReports()),
      ...(await staff.userReports()),
      ...(await staff.archiveReports()),
      ...(await staff.ratingReports()),
      ...(await staff.messageReports()),
      ...(await staff.seriesReports()),
    ],

    /** Accepts the documents: the user becomes active, a professional is verified. */
    approve: (who: string, person: string, documentIds?: readonly string[]) =>
      act(who, 'approve', person, '', async (trx, locked) => {
        requireState(locked, 'under_review');
        await decide(trx, locked, documentIds);
        if (locked.role === 'professional') await staff.verifyProfessional(trx, locked.id, clock.now());
        if (locked.email !== null) await mails.send(trx, 'documents_approved', { to: locked.email, ...mailTo(locked) });
        return { state: 'active', resubmit_reason: null };
      }),

    /** Returns the documents with a reason that the user sees. Until they are handed in again, the user is in no room. */
    sendBack: (who: string, person: string, reason: string, documentIds?: readonly string[]) =>
      act(who, 'return', person, reason, async (trx, locked) => {
        requireState(locked, 'under_review', 'active', 'documents_required');
        await decide(trx, locked, documentIds);
        if (locked.email !== null)
          await mails.send(trx, 'documents_returned', { to: locked.email, ...mailTo(locked), reason });
        await departures.leaveRooms(trx, locked.id);
        return { state: 'need_resubmit', resubmit_reason: reason };
      }),

    /**
     * Suspends at once: the user leaves every room, and their classrooms are cancelled or ended. The guardian of a user
     * under 18 is notified as well.
     */
    suspend: (who: string, person: string, reason: string) =>
      act(who, 'suspend', person, reason, async (trx, locked) => {
        if (locked.state === 'suspended' || locked.state === 'withdrawn')
          throw new StaffRefusal(`${locked.id} is already ${locked.state}.`);
        if (locked.email !== null) await mails.send(trx, 'suspended', { to: locked.email, ...mailTo(locked), reason });
        const guardian = guardianToNotify(locked, clock.now());
        if (guardian !== null) await mails.send(trx, 'suspended_guardian', { to: guardian, ...mailTo(locked), reason });
        await departures.leaveEverything(trx, locked.id);
        return { state: 'suspended', state_before: locked.state, suspend_reason: reason };
      }),

    /**
     * Lifts a suspension and restores the previous state. Whoever was notified of the suspension is notified of its
     * end.
     */
    reinstate: (who: string, person: string, reason: string) =>
      act(who, 'reinstate', person, reason, async (trx, locked) => {
        requireState(locked, 'suspended');
        if (locked.email !== null) await mails.send(trx, 'reinstated', { to: locked.email, ...mailTo(locked) });
        const guardian = guardianToNotify(locked, clock.now());
        if (guardian !== null) await mails.send(trx, 'reinstated_guardian', { to: guardian, ...mailTo(locked) });
        return { state: locked.state_before ?? 'active', state_before: null, suspend_reason: null };
      }),

    /**
     * Removes the second factor of somebody who has lost app and codes. The user is notified; the staff enrols again
     * with the next call.
     */
    resetSecondFactor: (who: string, person: string, reason: string) =>
      act(who, 'second-factor-reset', person, reason, async (trx, locked) => {
        if (!(await secondFactors.reset(trx, locked.id))) throw new StaffRefusal(`${locked.id} has no second factor.`);
        return {};
      }),

    /** Withdraws a guardian's consent when the guardian requests it other than through the link in the mail. */
    withdrawConsent: (who: string, person: string, reason: string) =>
      act(who, 'withdraw-consent', person, reason, async (trx, locked) => {
        if (!(await consentWithdrawal.withdraw(trx, locked)))
          throw new StaffRefusal(`${locked.id} has no guardian's consent to withdraw.`);
        return {};
      }),
  };
}
