import type { Env } from './env';
import { createConsentWithdrawalService } from './modules/account/consent-withdrawal.service';
import { createSecondFactorRecords } from './modules/auth/second-factor/module';
import { createDeparturesService } from './modules/classrooms/room-life/departures.service';
import { createRoomLifeService } from './modules/classrooms/room-life/room-life.service';
import { createRoomRightsService } from './modules/classrooms/room-life/room-rights.service';
import { createEventLife } from './modules/events/life/module';
import { createMailsService } from './modules/mails/mails.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { createStaffService, StaffRefusal, type StaffService } from './modules/staff/staff.service';
import { createUsersRepository } from './modules/users/users.repository';
import { createUsersService } from './modules/users/users.service';
import { systemClock } from './platform/clock';
import { createDb, createPool, type Db } from './platform/database/db';
import { createWriter, type Write } from './platform/database/transaction';
import { createJobs, type Jobs } from './platform/jobs/jobs';
import { createMailer } from './platform/mail/mailer';
import { ledgerUsage, runLedgerCommand } from './staff-ledger';
import { notificationUsage, runNotificationCommand } from './staff-notifications';
import { planUsage, runPlanCommand } from './staff-plans';
import { refundUsage, runRefundCommand } from './staff-refunds';
import { runSchoolCommand, schoolUsage } from './staff-schools';

/** Usage text of the staff command. */
const staffUsage = `npm run staff -- waiting                        whose documents wait
npm run staff -- approve PERSON                 the documents show who it is
npm run staff -- return PERSON "reason"         the documents do not do; the person reads the reason
npm run staff -- suspend PERSON "reason"
npm run staff -- reinstate PERSON "reason"
npm run staff -- withdraw-consent PERSON "reason"
                                               a guardian takes consent back; the reason stays in the log
npm run staff -- reset-second-factor PERSON "reason"
                                               for somebody who has lost app and codes, and has shown who they are
npm run staff -- reports                        reports of comments, people, archives and reviews that nobody has looked at
${planUsage}
${refundUsage}
${ledgerUsage}
${notificationUsage}
${schoolUsage}
PERSON is an id or an e-mail address. Everything is written down with who did it (STAFF_NAME, else the user of this machine).`;

const clock = systemClock;
/** Commands that are not about one user. */
const commandsOfOthers = [runPlanCommand, runRefundCommand, runSchoolCommand, runNotificationCommand];
/** Commands that require a reason. */
const needReason = ['return', 'suspend', 'reinstate', 'withdraw-consent', 'reset-second-factor'];

/**
 * Runs a staff command on this database and returns the text to print. Mails are queued in the outbox, which the
 * product sends.
 */
export async function runStaffCommand(
  words: readonly string[],
  { env, who }: { env: Env; who: string },
): Promise<string> {
  const [command = '', person = '', ...rest] = words;
  const reason = rest.join(' ').trim();
  const pool = createPool(env.databaseUrl, { ...env.databasePool, max: 1 });
  try {
    const db = createDb(pool);
    if (command === 'ledger') return await runLedgerCommand({ db, env });
    const mailer = createMailer({ db, clock, secret: env.sessionSecret, transport: null, onTrouble: () => undefined });
    const mails = createMailsService({ mailer, publicUrl: env.publicUrl });
    const users = createUsersService({
      repository: createUsersRepository(db),
      clock,
      communicateMinAge: env.communicateMinAge,
      isMailDelayed: mailer.isDelayed,
    });
    // Jobs are only enqueued here; the product runs them and writes live documents.
    const jobs = createJobs({ pool, clock, onTrouble: () => undefined });
    const write = createWriter({ db, onCommit: () => undefined });
    const life = createRoomLife({ db, env, jobs, write });
    const roomRights = createRoomRightsService({ life, clock });
    const { cancellation } = createEventLife({ db, env, clock, jobs, write, roomLife: life });
    const staff = createStaffService({
      db,
      clock,
      users,
      mails,
      staff: createStaffRepository(db),
      secondFactors: createSecondFactorRecords({ db, mails }),
      departures: createDeparturesService({ life, events: cancellation, clock }),
      consentWithdrawal: createConsentWithdrawalService({ users, mails, clock, roomRights }),
    });
    const given = { db, clock, jobs, who, env, roomRights, communicateMinAge: env.communicateMinAge };
    let said: string | readonly object[] | undefined;
    for (const run of commandsOfOthers) said ??= await run(words, given);
    if (said) return typeof said === 'string' ? said : table(said);
    if (command === 'waiting' || command === 'reports') return table(await staff[command]());
    if (person === '') throw new StaffRefusal(staffUsage);
    if (command === 'approve') return `${await staff.approve(who, person)} is active.`;
    if (!needReason.includes(command)) throw new StaffRefusal(staffUsage);
    if (reason === '') throw new StaffRefusal('Give a reason in Japanese: it is shown to the user.');
    return await actOnPerson(staff, command, [who, person, reason]);
  } finally {
    await pool.end();
  }
}

/** Carries out an action that has a reason. */
async function actOnPerson(staff: StaffService, command: string, given: [string, string, string]): Promise<string> {
  switch (command) {
    case 'return':
      return `${await staff.sendBack(...given)} is asked for documents again.`;
    case 'suspend':
      return `${await staff.suspend(...given)} is suspended.`;
    case 'withdraw-consent':
      return `${await staff.withdrawConsent(...given)} has no guardian's consent any more.`;
    case 'reset-second-factor':
      return `${await staff.resetSecondFactor(...given)} has no second factor any more.`;
    default:
      return `${await staff.reinstate(...given)} is back.`;
  }
}

const createRoomLife = ({ db, env, jobs, write }: { db: Db; env: Env; jobs: Jobs; write: Write }) =>
  createRoomLifeService({
    db,
    clock,
    jobs,
    write,
    communicateMinAge: env.communicateMinAge,
    followMedia: (trx, classroomId) => jobs.enqueue(trx, 'follow-media', { classroomId }, clock.now()),
  });

function table(rows: readonly object[]): string {
  if (rows.length === 0) return 'Nothing waits.';
  return rows
    .map((row) =>
      Object.values(row)
        .map((value: unknown) => (value instanceof Date ? value.toISOString() : String(value)))
        .join('  '),
    )
    .join('\n');
}
