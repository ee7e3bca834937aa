import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/*
 * The product's promises about the live line (back-off, patience, idle close, cache) are constants of the SDK. They
 * are not set anywhere; a version of the SDK that changes one must be noticed here.
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
  ['spreads its retries', /Math\.random\(\) - 0\.5\) \* this\.currentBaseMs/],
  ['closes an idle stream after a minute', /IDLE_TIMEOUT_MS = 60 \* 1000;/],
  ['takes a stream for healthy after ten seconds', /HEALTHY_TIMEOUT_MS = 10 \* 1000;/],
  ['calls the backend unreachable after ten seconds', /ONLINE_STATE_TIMEOUT_MS = 10 \* 1000;/],
  ['keeps 41,943,040 bytes by default', /LRU_DEFAULT_CACHE_SIZE_BYTES = 40 \* 1024 \* 1024;/],
  ['keeps 1,048,576 bytes at least', /LRU_MINIMUM_CACHE_SIZE_BYTES = 1 \* 1024 \* 1024;/],
  ['resolves a hundred documents in limbo at a time', /MAX_CONCURRENT_LIMBO_RESOLUTIONS = 100;/],
])('%s', (_what, constant) => {
  expect(constant.test(source)).toBe(true);
});
