import { NEXT_TO_EARLIER, cases, THROUGH_POOLER } from './cases.mjs';
import { startCluster } from './cluster.mjs';
import { buildEarlierRelease } from './earlier-release.mjs';
import { newPerson } from './person.mjs';

/*
 * `npm run test:cluster`: the built product as several processes of its roles, behind a balancer, on one database.
 * Needs `npm run build`. Ends with "N passed, N failed", which `.ci/run` adds up.
 */

const PEOPLE = 6;
/** When the whole test ends at the latest: a process that hangs must not hold a run. */
const AT_MOST_MS = 15 * 60_000;

let [passed, failed] = [0, 0];
function report(what, isFine, detail, ms) {
  if (isFine) passed += 1;
  else failed += 1;
  console.log(`  ${isFine ? 'ok ' : 'NOT'} ${what} (${(ms / 1000).toFixed(1)} s)${detail ? `: ${detail}` : ''}`);
}

/** An earlier commit that does not build is a failure; one that this clone does not contain is not. */
async function buildEarlier() {
  const began = performance.now();
  const built = await buildEarlierRelease().catch((error) => {
    report('the earlier release builds', false, error.stderr || error.message, performance.now() - began);
  });
  if (!built) return undefined;
  if ('skipped' in built) console.log(`  SKIPPED ${NEXT_TO_EARLIER}: ${built.skipped}`);
  else report('the earlier release builds', true, built.commit, performance.now() - began);
  return 'skipped' in built ? undefined : built;
}

const earlier = await buildEarlier();
const cluster = await startCluster({ earlier: earlier?.folder });
const limit = setTimeout(() => {
  console.log('The test took too long.');
  void end(1);
}, AT_MOST_MS);

async function end(more = 0) {
  clearTimeout(limit);
  await cluster.stop();
  await earlier?.remove();
  console.log(`\n${passed} passed, ${failed + more} failed`);
  process.exit(failed + more === 0 ? 0 : 1);
}

/** @param {string} what @param {() => Promise<string>} run */
async function check(what, run) {
  const began = performance.now();
  const outcome = await run().then(
    (detail) => ({ isFine: true, detail }),
    (error) => ({ isFine: false, detail: error.message }),
  );
  report(what, outcome.isFine, outcome.detail, performance.now() - began);
  return outcome.isFine;
}

for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => void end(1));
const hasStarted = await check('two of web, api and jobs and one of engines start on one database', async () => {
  await cluster.start();
  return '';
});
if (hasStarted) {
  const people = Array.from({ length: PEOPLE }, () => newPerson({ publicUrl: cluster.env.PUBLIC_URL }));
  const world = { cluster, people, room: '', tokens: [] };
  if (!cluster.pooler) console.log(`  SKIPPED ${THROUGH_POOLER}: it is not installed`);
  const isPossible = (what) => (earlier || what !== NEXT_TO_EARLIER) && (cluster.pooler || what !== THROUGH_POOLER);
  for (const [what, run] of cases) if (isPossible(what)) await check(what, () => run(world));
}
await end();
