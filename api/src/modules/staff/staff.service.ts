import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { ConsentWithdrawalService } from '../account/consent-withdrawal.service';
import type { DeparturesService } from '../classrooms/room-life/departures.service';
import type { MailsService } from '../mails/mails.service';
import type { LockedPerson, PersonChanges, UsersService } from '../users/users.service';
import type { StaffRepository } from './staff.repository';

interface StaffDeps {
  db: Db;
  staff: StaffRepository;
  users: UsersService;
  mails: MailsService;
  consentWithdrawal: ConsentWithdrawalService;
  departures: DeparturesService;
  clock: Clock;
}

/** What staff asked for cannot be done; the message says why. */
export class StaffRefusal extends Error {
  /** By which whoever runs the command tells it from a failure, whatever bundle it comes from. */
  readonly isStaffRefusal = true;
}

/** What a person behind the scenes decides. Everything is logged with who did it, in the transaction that does it. */
export function createStaffService({ db, staff, users, mails, consentWithdrawal, departures, clock }: StaffDeps) {
  async function act(
    who: string,
    action: string,
    idOrEmail: string,
    detail: string,
    work: (trx: Trx, person: LockedPerson) => Promise<PersonChanges>,
  ): Promise<string> {
    const found = await staff.find(idOrEmail);
    if (!found) throw new StaffRefusal(`Nobody here is ${idOrEmail}.`);
    await inTransaction(db, async (trx) => {
      const person = await users.lock(trx, found.id);
      await users.change(trx, found.id, await work(trx, person));
      await staff.log(trx, { at: clock.now(), who, action, subjectId: found.id, detail });
    });
    return found.id;
  }

  function requireState(person: LockedPerson, ...states: LockedPerson['state'][]): void {
    if (!states.includes(person.state))
      throw new StaffRefusal(`${person.id} is ${person.state}, not ${states.join(' or ')}.`);
  }

  const mailTo = ({ id, nickname }: LockedPerson) => ({ userId: id, nickname });

  return {
    waiting: staff.waiting,
    /** Reports of comments, then of people. */
    reports: async () => [...(await staff.reports()), ...(await staff.userReports())],

    /** The documents show who it is: the person is active, a professional verified. */
    approve: (who: string, person: string) =>
      act(who, 'approve', person, '', async (trx, locked) => {
        requireState(locked, 'under_review');
        await staff.decideDocuments(trx, locked.id, clock.now());
        if (locked.role === 'professional') await staff.verifyProfessional(trx, locked.id, clock.now());
        if (locked.email !== null) await mails.send(trx, 'documents_approved', { to: locked.email, ...mailTo(locked) });
        return { state: 'active', resubmit_reason: null };
      }),

    /** The documents do not do; the reason is what the person reads. */
    sendBack: (who: string, person: string, reason: string) =>
      act(who, 'return', person, reason, async (trx, locked) => {
        requireState(locked, 'under_review', 'active', 'documents_required');
        await staff.decideDocuments(trx, locked.id, clock.now());
        if (locked.email !== null)
          await mails.send(trx, 'documents_returned', { to: locked.email, ...mailTo(locked), reason });
        return { state: 'need_resubmit', resubmit_reason: reason };
      }),

    /** Works at once: out of every room, classrooms of theirs are cancelled or ended, nothing is heard any more. */
    suspend: (who: string, person: string, reason: string) =>
      act(who, 'suspend', person, reason, async (trx, locked) => {
        if (locked.state === 'suspended' || locked.state === 'withdrawn')
          throw new StaffRefusal(`${locked.id} is ${locked.state} already.`);
        if (locked.email !== null) await mails.send(trx, 'suspended', { to: locked.email, ...mailTo(locked), reason });
        await departures.leaveEverything(trx, locked.id);
        return { state: 'suspended', state_before: locked.state, suspend_reason: reason };
      }),

    /** Takes a suspension back: to the state of before. */
    reinstate: (who: string, person: string, reason: string) =>
      act(who, 'reinstate', person, reason, async (_trx, locked) => {
        requireState(locked, 'suspended');
        return { state: locked.state_before ?? 'active', state_before: null, suspend_reason: null };
      }),

    /** Takes a guardian's consent back for a guardian who asks for it by another way than the link of the mail. */
    withdrawConsent: (who: string, person: string, reason: string) =>
      act(who, 'withdraw-consent', person, reason, async (trx, locked) => {
        if (!(await consentWithdrawal.withdraw(trx, locked)))
          throw new StaffRefusal(`${locked.id} has no guardian's consent that could be taken back.`);
        return {};
      }),
  };
}
