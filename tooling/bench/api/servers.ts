import Fastify from 'fastify';

import { classroomColumns, classroomJoins } from '../../../api/src/modules/classrooms/classroom-row';
import { createPool } from '../../../api/src/platform/database/db';
import { POOL_SIZE, startBenchProduct } from '../support/bench-product';
import { answerWithStatements } from '../support/recorded-statements';
import { fillForBench } from './data';

/*
 * The servers under test, in separate processes: `product` is the composed product as it runs in production, `limits`
 * are two bare Fastify routes. They are controlled by messages.
 */

const [role, url, dataDir] = process.argv.slice(2) as ['product' | 'limits', string, string];
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

if (role === 'product') await runProduct();
else runLimits();

async function runProduct(): Promise<void> {
  const product = await startBenchProduct({
    dataDir,
    url,
    // The rate limits stay on and count, but are too high to be reached here.
    env: { RATE_LIMIT_READS_PER_MINUTE: '1000000000', RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000000' },
  });
  const pool = createPool(url, { max: 2 });
  await fillForBench(pool);
  await pool.end();
  answerWithStatements();
  say({ ready: product.url });
}

/** The simplest statement that gives the rows of the measured page, with the viewer's relation to them. */
const SIMPLEST = `select ${classroomColumns('$1')}
  from (select * from classrooms where state = 'scheduled' order by start_at, id limit $2) c ${classroomJoins('$1')} order by c.start_at, c.id`;
const VALUES = ['usr_bench1', 21];

function runLimits(): void {
  const pool = createPool(url, { max: POOL_SIZE });
  process.once('message', ({ bytes }: { bytes: string }) => {
    const app = Fastify({ logger: false });
    const ready = Buffer.from(bytes);
    app.get('/statement', async (_request, reply) => {
      const { rows } = await pool.query({ name: 'simplest', text: SIMPLEST, values: VALUES });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    });
    app.get('/bytes', (_request, reply) => {
      reply.type('application/json; charset=utf-8').send(ready);
    });
    void app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' }).then(() => say({ ready: true }));
  });
}
