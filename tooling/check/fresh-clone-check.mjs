import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { buildUnits } from '../build/packages.mjs';
import { freePort } from '../free-port.mjs';
import { inRoot, root } from '../root.mjs';
import { countedChecks } from './counted-checks.mjs';
import { startGroup } from './process-group.mjs';

/** Timeout for the first start of a clone, which builds what is not up to date. In milliseconds. */
const FIRST_START_MS = 10 * 60_000;
/** Time limit of a second start; on a slow machine, a share of the first one, which makes the database. */
const SECOND_START_SECONDS = 3;
const SECOND_START_SHARE = 1 / 2;
/** The same limit in starts of npm alone, each 0.12 s on a quiet machine with two cores: what a slower one needs for them counts. */
const SECOND_START_NPM_STARTS = 25;
const TITLE = /<title>[^<]*まなびば[^<]*<\/title>/;

/**
 * Clones the committed state into another folder and starts it there as a new user would: checks that it starts, that
 * its first page loads, that it exits cleanly, and that it restarts quickly. Packages and built files are copied: the run
 * that this check belongs to has installed and built the same commit. Ends with `N passed, N failed`.
 */
async function checkFreshClone() {
  const home = mkdtempSync(join(tmpdir(), 'manabiba-clone-'));
  const clone = join(home, 'product');
  const { counts, check } = countedChecks();
  try {
    execFileSync('git', ['clone', '--quiet', '--no-local', root, clone], { stdio: 'inherit' });
    copyPackages(clone);
    copyBuiltFiles(clone);
    const environment = { ...process.env, PORT: String(await freePort()), DATA_DIR: join(home, 'data') };
    const first = await start(clone, environment);
    check('a fresh clone starts', first.isReady, first.isReady ? `(${first.seconds} s)` : `\n${first.said()}`);
    if (!first.isReady) return counts;
    const answer = await fetch(`http://localhost:${environment.PORT}/`);
    const page = await answer.text();
    check(
      'its first page is there',
      answer.status === 200 && TITLE.test(page),
      `(${answer.status}, ${page.match(/<title>[^<]*/)?.[0] ?? 'no title'})`,
    );
    const code = await first.stop();
    // npm exits by the signal itself, or with 130. The owner file of the database is removed last.
    check(
      'it ends cleanly on Ctrl-C',
      [0, 130, 'SIGINT'].includes(code) && !existsSync(join(environment.DATA_DIR, 'postgres.owner')),
      `(${code})`,
    );
    const allowed = Math.max(
      SECOND_START_SECONDS,
      first.seconds * SECOND_START_SHARE,
      secondsOfNpm() * SECOND_START_NPM_STARTS,
    );
    const seconds = [];
    // The best of six, to measure the product and not other load on the machine.
    while (seconds.length < 6 && !(Math.min(...seconds) < allowed)) {
      const again = await start(clone, environment);
      seconds.push(again.seconds);
      await again.stop();
    }
    check(
      `started again it is ready within ${allowed.toFixed(1)} s`,
      Math.min(...seconds) < allowed,
      `(${seconds.join(', ')} s)`,
    );
    return counts;
  } catch (error) {
    check('nothing unforeseen happens', false, error.stack);
    return counts;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function copyPackages(clone) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const folders = Object.keys(packages).map((path) => /^(.*?)node_modules\//.exec(path)?.[0]);
  for (const folder of new Set(folders))
    if (folder && existsSync(inRoot(folder)))
      cpSync(inRoot(folder), join(clone, folder), { recursive: true, verbatimSymlinks: true });
}

function copyBuiltFiles(clone) {
  const built = [...buildUnits.map(({ product }) => dirname(relative(root, product))), '.cache/built'];
  for (const folder of built)
    if (existsSync(inRoot(folder))) cpSync(inRoot(folder), join(clone, folder), { recursive: true });
}

/** Returns the shortest of five starts of npm that does nothing, in seconds. */
function secondsOfNpm() {
  const starts = Array.from({ length: 5 }, () => {
    const began = performance.now();
    execFileSync('npm', ['--version'], { stdio: 'ignore' });
    return (performance.now() - began) / 1000;
  });
  return Math.min(...starts);
}

/** Runs `npm start` until its last line of output. */
async function start(cwd, env) {
  const until = /^Ready: \S+ \((?<seconds>[\d.]+) s\)$/m;
  const { found, said, stop } = await startGroup(['npm', 'start'], { until, cwd, env, patienceMs: FIRST_START_MS });
  return { isReady: Boolean(found), seconds: Number(found?.groups?.seconds ?? Number.POSITIVE_INFINITY), said, stop };
}

const { passed, failed } = await checkFreshClone();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
