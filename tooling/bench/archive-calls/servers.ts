import { randomBytes } from 'node:crypto';

import Fastify from 'fastify';

import { archiveListStatement } from '../../../api/src/modules/archives/archive-list-statement';
import { recommendedText } from '../../../api/src/modules/archives/archives.repository';
import { createPool } from '../../../api/src/platform/database/db';
import { POOL_SIZE, startBenchProduct } from '../support/bench-product';
import { answerWithStatements } from '../support/recorded-statements';
import { sessionsOf } from '../support/sessions';
import { fillArchives } from './data';

/*
 * The servers under test, in separate processes: `product` is the composed product as it runs in production, `limits`
 * are bare Fastify routes with the one statement that gives the viewer the same rows. They are controlled by messages.
 */

const [role, url, dataDir, viewers] = process.argv.slice(2) as ['product' | 'limits', string, string, string];
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

if (role === 'product') await runProduct(Number(viewers));
else runLimits();

async function runProduct(count: number): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const product = await startBenchProduct({
    dataDir,
    url,
    // The rate limits stay on and count, but are too high to be reached here.
    env: {
      SESSION_SECRET: secret,
      RATE_LIMIT_READS_PER_MINUTE: '1000000000',
      RATE_LIMIT_WRITES_PER_MINUTE: '1000000000',
    },
  });
  const pool = createPool(url, { max: 2 });
  await fillArchives(pool, count);
  const ids = Array.from({ length: count }, (_, index) => `usr_viewer${index + 1}`);
  const tokens = await sessionsOf(pool, ids, secret);
  await pool.end();
  answerWithStatements();
  say({ ready: product.url, tokens });
}

/** The id of whom the lists are measured for, and the conditional INSERT of a watch. */
interface Limits {
  viewerId: string;
  watch: string;
}

/** Rows of a page and the one after it; recommendations. */
const LISTED = 21;
const RECOMMENDED = 10;

function runLimits(): void {
  const pool = createPool(url, { max: POOL_SIZE });
  // At the end the database may stop before this process.
  pool.on('error', () => undefined);
  process.once('message', ({ viewerId, watch }: Limits) => {
    const app = Fastify({ logger: false });
    const statements = {
      '/archives': archiveListStatement({ viewerId }, null, LISTED),
      '/recommends': { text: recommendedText(viewerId), values: ['arc_bench1', RECOMMENDED, viewerId] },
    };
    for (const [path, { text, values }] of Object.entries(statements))
      app.get(path, async (_request, reply) => {
        const { rows } = await pool.query({ name: path, text, values });
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
      });
    app.post('/watch', async (request) => {
      const { archiveId, viewerId, sessionId, positionSeconds, watchedSeconds } = request.body as Record<
        string,
        string
      >;
      const values = [archiveId, viewerId, sessionId, new Date(), positionSeconds, watchedSeconds, viewerId];
      return (await pool.query({ name: 'watch', text: watch, values })).rows[0];
    });
    void app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' }).then(() => say({ ready: true }));
  });
}
