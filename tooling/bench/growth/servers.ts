import { createPool } from '../../../api/src/platform/database/db';
import { startBenchProduct } from '../support/bench-product';
import { fillFor, growTo } from './data';

/*
 * The composed product as it runs in production, whose database its parent lets grow by messages: first
 * `{ viewerId }`, whom the measured calls are from, then `{ rows }`, answered once that many of each noun are there.
 */

const [url = '', dataDir = ''] = process.argv.slice(2);
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

const UNLIMITED = ['READS_PER_MINUTE', 'VISITOR_READS_PER_MINUTE', 'WRITES_PER_MINUTE'].map(
  (name) => [`RATE_LIMIT_${name}`, '1000000000'] as const,
);

const product = await startBenchProduct({ dataDir, url, env: Object.fromEntries(UNLIMITED) });
const pool = createPool(url, { max: 1 });
let rowsNow = 0;
process.on('message', ({ viewerId, rows }: { viewerId?: string; rows?: number }) => {
  void act().then(say);
  async function act(): Promise<{ isDone: true }> {
    if (viewerId) await fillFor(pool, viewerId);
    if (rows) {
      await growTo(pool, { from: rowsNow, to: rows });
      rowsNow = rows;
    }
    return { isDone: true };
  }
});
say({ ready: product.url });
