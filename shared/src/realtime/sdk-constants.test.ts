import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/*
 * The product's guarantees about the live connection (back-off, timeout, idle close, cache) rely on constants of the
 * SDK that cannot be configured, so this test detects an SDK version that changes one.
 */
const folder = dirname(
  createRequire(createRequire(__filename).resolve('firebase/firestore')).resolve('@firebase/firestore'),
);
const source = readdirSync(folder)
  .filter((name) => /^(common|index).*\.node\.mjs$/.test(name))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

it.each([
  ['waits a second before the first retry', /DEFAULT_BACKOFF_INITIAL_DELAY_MS = 1000;/],
  ['waits longer by the factor 1.5', /DEFAULT_BACKOFF_FACTOR = 1\.5;/],
  ['waits a minute at most', /DEFAULT_BACKOFF_MAX_DELAY_MS = 60 \* 1000;/],
  ['adds jitter to its retries', /Math\.random\(\) - 0\.5\) \* this\.currentBaseMs/],
  ['closes an idle stream after a minute', /IDLE_TIMEOUT_MS = 60 \* 1000;/],
  ['considers a stream healthy after ten seconds', /HEALTHY_TIMEOUT_MS = 10 \* 1000;/],
  ['reports the backend as unreachable after ten seconds', /ONLINE_STATE_TIMEOUT_MS = 10 \* 1000;/],
  ['keeps 41,943,040 bytes by default', /LRU_DEFAULT_CACHE_SIZE_BYTES = 40 \* 1024 \* 1024;/],
  ['keeps 1,048,576 bytes at least', /LRU_MINIMUM_CACHE_SIZE_BYTES = 1 \* 1024 \* 1024;/],
  ['resolves at most a hundred limbo documents at a time', /MAX_CONCURRENT_LIMBO_RESOLUTIONS = 100;/],
])('%s', (_what, constant) => {
  expect(constant.test(source)).toBe(true);
});
