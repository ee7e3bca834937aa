import { createMailsService } from './modules/mails/mails.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { createStaffService, StaffRefusal } from './modules/staff/staff.service';
import { createUsersRepository } from './modules/users/users.repository';
import { createUsersService } from './modules/users/users.service';
import { systemClock } from './platform/clock';
import { createDb, createPool } from './platform/db';
import { createMailer } from './platform/mailer';
import type { Env } from './env';

/** What the command can do, as it tells it. */
const staffUsage = `npm run staff -- waiting                        whose documents wait
npm run staff -- approve PERSON                 the documents show who it is
npm run staff -- return PERSON "reason"         the documents do not do; the person reads the reason
npm run staff -- suspend PERSON "reason"
npm run staff -- reinstate PERSON "reason"
npm run staff -- reports                        reports of comments and people that nobody has looked at
PERSON is an id or an e-mail address. Everything is written down with who did it (STAFF_NAME, else the user of this machine).`;

/** Does what the words say on this database and returns what is to be printed. Letters are left in the outbox of the product, which sends them. */
export async function runStaffCommand(words: readonly string[], { env, who }: { env: Env; who: string }): Promise<string> {
  const [command = '', person = '', ...rest] = words;
  const reason = rest.join(' ').trim();
  const pool = createPool(env.databaseUrl, { max: 1 });
  try {
    const db = createDb(pool);
    const clock = systemClock;
    const mailer = createMailer({ db, clock, secret: env.sessionSecret, transport: null, onTrouble: () => undefined });
    const staff = createStaffService({
      db, clock, staff: createStaffRepository(db), mails: createMailsService({ mailer, publicUrl: env.publicUrl }),
      users: createUsersService({ repository: createUsersRepository(db), clock, communicateMinAge: env.communicateMinAge, isMailDelayed: mailer.isDelayed }),
    });
    if (command === 'waiting') return table(await staff.waiting());
    if (command === 'reports') return table(await staff.reports());
    if (person === '') throw new StaffRefusal(staffUsage);
    if (command === 'approve') return `${await staff.approve(who, person)} is active.`;
    if (command !== 'return' && command !== 'suspend' && command !== 'reinstate') throw new StaffRefusal(staffUsage);
    if (reason === '') throw new StaffRefusal('Say why, in Japanese: the person reads it.');
    if (command === 'return') return `${await staff.sendBack(who, person, reason)} is asked for documents again.`;
    return command === 'suspend' ? `${await staff.suspend(who, person, reason)} is suspended.` : `${await staff.reinstate(who, person, reason)} is back.`;
  } finally {
    await pool.end();
  }
}

function table(rows: readonly object[]): string {
  if (rows.length === 0) return 'Nothing waits.';
  return rows.map((row) => Object.values(row).map((value: unknown) => (value instanceof Date ? value.toISOString() : String(value))).join('  ')).join('\n');
}
