import { randomBytes } from 'node:crypto';

import { createSessionsRepository } from '../../../api/src/modules/sessions/sessions.repository';
import { createSessionsService } from '../../../api/src/modules/sessions/sessions.service';
import { systemClock } from '../../../api/src/platform/clock';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { inTransaction } from '../../../api/src/platform/database/transaction';
import { fillForBench } from '../api/data';
import { startBenchProduct } from '../support/bench-product';
import { fillAudiences } from './data';

/*
 * The composed product as it runs in production, with an audience of followers and one of participants. Sends the
 * tokens of the people whom they follow, and of the followers who are online.
 */

const [url, dataDir, followers, participants, smtpUrl, online] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
process.on('disconnect', () => process.exit());

const secret = randomBytes(32).toString('hex');
const { liveUrl } = await startBenchProduct({
  dataDir,
  url,
  env: {
    SESSION_SECRET: secret,
    SMTP_URL: smtpUrl,
    FIRESTORE_ENGINE: 'on',
    REALTIME_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_READS_PER_MINUTE: '1000000000',
    RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000000',
  },
});
const pool = createPool(url, { max: 2 });
await fillForBench(pool);
await fillAudiences(pool, { followers: Number(followers), participants: Number(participants), online: Number(online) });
const db = createDb(pool);
const rules = { communicateMinAge: 13, viewerCacheMs: 0, secret };
const sessions = await createSessionsService({
  db,
  clock: systemClock,
  repository: createSessionsRepository(db),
  ...rules,
});
const previous = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge: 13 } as const;
const open = async (userId: string) => {
  const { token } = await inTransaction(db, (trx) =>
    sessions.openForPerson(trx, userId, { userAgent: 'bench', previous }, { method: 'password' }),
  );
  return { userId, token };
};
const [{ token }, { token: hostToken }] = [await open('usr_bench1'), await open('usr_bench2')];
const bells = [];
for (let index = 1; index <= Number(online); index += 1) bells.push(await open(`usr_f${index}`));
await pool.end();
process.send?.({ token, hostToken, liveUrl, bells });
