import type { FoundPerson, PersonRecord } from '@manabiba/shared/contract/staff-people';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import type { SessionsService } from '../../sessions/sessions.service';
import { ageOf } from '../../users/age';
import type { StaffReportsRepository } from '../staff-reports.repository';
import type { StaffRepository } from '../staff.repository';
import { orConflict, type StaffService } from '../staff.service';
import type { PersonMailsService } from './person-mails.service';
import type { FoundPersonRow, StaffPeopleRepository } from './staff-people.repository';

const MAX_FOUND = 50;
const MAX_TICKETS = 5;
const MAX_ACTIONS = 20;

interface StaffPeopleDeps {
  people: StaffPeopleRepository;
  reports: Pick<StaffReportsRepository, 'recordOf'>;
  mails: PersonMailsService;
  staff: StaffService;
  log: StaffRepository['log'];
  sessions: Pick<SessionsService, 'endAll' | 'forgetPerson'>;
  write: Write;
  clock: Clock;
}

export type StaffPeopleService = ReturnType<typeof createStaffPeopleService>;

/** Users as the staff looks them up, and what it does about one. */
export function createStaffPeopleService(deps: StaffPeopleDeps) {
  const { people, reports, mails, staff, log, sessions, write, clock } = deps;
  const toFound = (row: FoundPersonRow): FoundPerson => ({
    userId: row.id,
    nickname: row.nickname,
    email: row.email,
    role: row.role,
    state: row.state,
    age: ageOf(row.birth_date, clock.now()),
    createdAt: row.created_at.toISOString(),
    school: row.school,
  });

  async function find(userId: string) {
    const row = await people.find(userId);
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Carries out an action. What does not fit the state of the account is `conflict`. */
  async function act(userId: string, work: () => Promise<unknown>): Promise<void> {
    await find(userId);
    await orConflict(work);
    sessions.forgetPerson(userId);
  }

  return {
    async search(words: string) {
      const rows = await people.search(words.trim(), MAX_FOUND + 1);
      return { items: rows.slice(0, MAX_FOUND).map(toFound), hasMore: rows.length > MAX_FOUND };
    },

    /** Returns what is known of a user. Throws `not_found`. */
    async get(userId: string): Promise<PersonRecord> {
      const row = await find(userId);
      const [record, sendableMails, tickets, history] = await Promise.all([
        reports.recordOf(userId),
        mails.list(userId, row),
        people.lastTickets(userId, MAX_TICKETS),
        people.lastActions(userId, MAX_ACTIONS),
      ]);
      return {
        ...toFound(row),
        suspendReason: row.suspend_reason,
        guardian:
          row.guardian_email === null
            ? null
            : { email: row.guardian_email, consentedAt: row.guardian_consent_at?.toISOString() ?? null },
        planUntil: row.subscription_expires_at?.toISOString() ?? null,
        followerCount: row.follower_count,
        sessionCount: row.sessions,
        room: row.room_id === null ? null : { id: row.room_id, name: row.room_name ?? '' },
        reports: { received: record?.received ?? 0, upheld: record?.upheld ?? 0, made: row.made },
        mails: sendableMails,
        tickets: tickets.map(({ title, state, amount, created_at: at }) => ({
          title,
          state,
          amount,
          at: at.toISOString(),
        })),
        history: history.map(({ id, at, who, nickname, action, detail }) => ({
          id,
          at: at.toISOString(),
          who: nickname ?? who,
          action,
          detail,
        })),
      };
    },

    async suspend(viewer: SignedInViewer, userId: string, reason: string): Promise<void> {
      if (viewer.id === userId)
        throw new AppError('invalid', { fields: { userId: '自分を停止することはできません。' } });
      await act(userId, () => staff.suspend(viewer.id, userId, reason));
    },

    reinstate: (viewer: SignedInViewer, userId: string, reason: string) =>
      act(userId, () => staff.reinstate(viewer.id, userId, reason)),

    withdrawConsent: (viewer: SignedInViewer, userId: string, reason: string) =>
      act(userId, () => staff.withdrawConsent(viewer.id, userId, reason)),

    async signOut(viewer: SignedInViewer, userId: string, reason: string): Promise<void> {
      await find(userId);
      await write(async (trx) => {
        await sessions.endAll(trx, userId);
        await log(trx, { at: clock.now(), who: viewer.id, action: 'sign-out', subjectId: userId, detail: reason });
      });
    },
  };
}
