import type { SignedInMe } from '@manabiba/shared/contract/users';
import { addMilliseconds, differenceInMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { dayInJapan } from '../../platform/moments';
import type { PasswordCheckService } from '../auth/password-check.service';
import type { DeparturesService } from '../classrooms/room-life/departures.service';
import type { MailsService } from '../mails/mails.service';
import type { PayoutsService } from '../payouts/payouts.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { SubscriptionDeparturesService } from '../subscriptions/subscription-departures.service';
import type { UsersService } from '../users/users.service';
import type { WithdrawalRepository } from './withdrawal.repository';

/** How long a withdrawn account can be restored. */
export const GRACE_MS = 30 * millisecondsInDay;

interface WithdrawalDeps {
  db: Db;
  withdrawals: WithdrawalRepository;
  users: UsersService;
  sessions: SessionsService;
  mails: MailsService;
  passwords: PasswordCheckService;
  departures: DeparturesService;
  /** Releases seats, offers and waiting list entries of upcoming events. */
  giveUpSeats: (trx: Trx, userId: string, now: Date) => Promise<void>;
  subscriptions: SubscriptionDeparturesService;
  payouts: Pick<PayoutsService, 'hasBalance'>;
  clock: Clock;
}

export type WithdrawalService = ReturnType<typeof createWithdrawalService>;

/** Withdrawing, and restoring within 30 days. */
export function createWithdrawalService({
  db,
  withdrawals,
  users,
  sessions,
  mails,
  passwords,
  departures,
  giveUpSeats,
  subscriptions,
  payouts,
  clock,
}: WithdrawalDeps) {
  return {
    /**
     * Withdraws the account: ends every session, leaves every room, ends a plan at once and hides the user. An upcoming
     * paid event or a balance is `conflict`.
     */
    async leave(
      viewer: SignedInViewer,
      { password, reason = '' }: { password?: string | undefined; reason?: string | undefined },
    ): Promise<void> {
      await passwords.require(viewer.id, password, 'password');
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const person = await users.lock(trx, viewer.id);
        // Clicked twice: already done.
        if (person.state === 'withdrawn') return;
        if (person.state === 'suspended') throw new AppError('suspended');
        if (await withdrawals.hasPaidEventAhead(trx, viewer.id, now)) {
          throw new AppError('conflict', { fields: { account: '開催前の有料イベントがあるため、退会できません。' } });
        }
        if (await payouts.hasBalance(trx, viewer.id))
          throw new AppError('conflict', { fields: { account: '売上の残高があるため、退会できません。' } });
        await users.change(trx, viewer.id, {
          state: 'withdrawn',
          state_before: person.state,
          withdrawn_at: now,
          withdraw_reason: reason,
        });
        await giveUpSeats(trx, viewer.id, now);
        await departures.leaveEverything(trx, viewer.id);
        await subscriptions.end(trx, viewer.id);
        await sessions.endAll(trx, viewer.id);
        const mail = {
          userId: viewer.id,
          nickname: person.nickname,
          until: dayInJapan(addMilliseconds(now, GRACE_MS)),
        };
        if (person.email !== null) await mails.send(trx, 'withdrawn', { to: person.email, ...mail });
        if (viewer.kind === 'child' && person.guardian_email !== null)
          await mails.send(trx, 'withdrawn_guardian', { to: person.guardian_email, ...mail });
      });
    },

    /** Restores the account to its previous state. Other accounts are `already`; after 30 days it is `not_found`. */
    async restore(viewer: SignedInViewer): Promise<SignedInMe> {
      await inTransaction(db, async (trx) => {
        const person = await users.lock(trx, viewer.id);
        if (person.state !== 'withdrawn') throw new AppError('already');
        if (person.withdrawn_at !== null && differenceInMilliseconds(clock.now(), person.withdrawn_at) > GRACE_MS)
          throw new AppError('not_found');
        await users.change(trx, viewer.id, {
          state: person.state_before ?? 'active',
          state_before: null,
          withdrawn_at: null,
          withdraw_reason: '',
        });
        if (person.email !== null)
          await mails.send(trx, 'restored', { to: person.email, userId: viewer.id, nickname: person.nickname });
      });
      sessions.forgetPerson(viewer.id);
      return users.signedInMe(viewer.id);
    },
  };
}
