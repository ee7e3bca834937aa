import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { launchChromium } from '../bench/support/browser.mjs';
import { countedChecks } from '../check/counted-checks.mjs';
import { startGroup } from '../check/process-group.mjs';
import { freePorts } from '../free-port.mjs';
import { inRoot, root } from '../root.mjs';

/** How long an installation, a start, a build may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;
/** A product uses its own port and the next six. */
const PORTS_OF_PRODUCT = 7;
const TITLE = '投票';
const PERSON = 'aoi@team.example';
const { counts, check } = countedChecks();

/*
 * A team without this repository: from the packed files alone it creates a remote in an empty folder, checks and builds
 * it, tries it in a running product, releases it there, goes back and retires it. Ends with `N passed, N failed`.
 */
const home = await realpath(await mkdtemp(join(tmpdir(), 'manabiba-outside-')));
const team = join(home, 'team');

/** Installs the packed files, makes a remote and checks it as the team does. Returns whether it can be released. */
async function makeRepository() {
  check('the folder is outside of every installation', foldersAbove(team).every(hasNoPackages), team);
  const packages = join(home, 'packages');
  await passes('the packages are packed', 'npm', 'run', '--silent', '--prefix', root, 'pack', '--', packages);
  const files = (await readdir(packages)).map((name) => join(packages, name));
  await passes('they install', 'npm', 'install', '--no-audit', '--no-fund', '--save-dev', ...files);
  for (const name of ['shared', 'remote-kit']) {
    const place = join(team, 'node_modules/@manabiba', name);
    check(`${name} is a package of its own, no link`, (await realpath(place)) === place);
  }
  await passes('the kit makes a remote', 'npx', 'remote-kit', 'new', 'mf-polls', '--title', TITLE);
  const isSound = [
    await passes('types, lint and boundaries hold', 'npm', 'run', '--silent', 'check'),
    await passes('its tests pass', 'npm', 'test', '--silent'),
    await passes('it builds', 'npm', 'run', '--silent', 'build'),
  ];
  return isSound.every(Boolean);
}

async function tryInProduct() {
  const port = await freePorts(PORTS_OF_PRODUCT);
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(home, 'data'),
    RATE_LIMIT_ANONYMOUS_PER_HOUR: '100000',
  };
  const product = await startGroup([process.execPath, inRoot('tooling/dev/start.mjs')], {
    until: /^Ready: /m,
    cwd: root,
    env,
    patienceMs: PATIENCE_MS,
  });
  const browser = await launchChromium();
  try {
    check('a product runs', Boolean(product.found), product.found ? '' : product.said());
    const url = `http://localhost:${port}`;
    const made = await run(
      root,
      env,
      process.execPath,
      inRoot('tooling/release-kit/release/teams.mjs'),
      'add',
      PERSON,
      '--remote',
      'mf-polls',
    );
    const token = /DEPLOY_TOKEN=(\S+)/.exec(made.said)?.[1] ?? '';
    check('the operator makes a token for the team', token !== '');
    await develop(url, token, browser);
    await release(url, token, browser);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Loads the remote from its source into the live shell, for one browser. */
async function develop(url, token, browser) {
  const { found, said, stop } = await startGroup(['npm', 'run', '--silent', 'dev', '--', 'mf-polls', '--shell', url], {
    until: /http\S+\/override\?\S+(?=\s)/,
    cwd: team,
    env: ofTheTeam(token),
    patienceMs: PATIENCE_MS,
  });
  check('its source is offered to the live shell', Boolean(found), found ? '' : said());
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
  if (found) await page.goto(found[0]);
  await page.goto(`${url}/polls`);
  check('the developer sees the page in the live shell', await shows(page, TITLE));
  check('no one else does', (await fetch(`${url}/polls`)).status === 404);
  await stop();
  await page.context().close();
}

/** Releases the remote twice, goes back to the first release, and retires it. */
async function release(url, token, browser) {
  const command = (...words) => [
    'npm',
    'run',
    '--silent',
    'release',
    '--',
    'mf-polls',
    '--to',
    url,
    '--token',
    token,
    ...words,
  ];
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
  const isShown = async (title) => {
    await page.goto(`${url}/polls`);
    return shows(page, title);
  };
  await passes('it passes the gate and goes live', ...command());
  check('everyone sees its page', await isShown(TITLE));
  const path = join(team, 'mf-polls/src/pages/polls-page.tsx');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(TITLE, `${TITLE}と結果`));
  await passes('its next release goes live', ...command());
  check('everyone sees the new page', await isShown(`${TITLE}と結果`));
  await passes('it is rolled back', ...command('--rollback'));
  check('everyone sees the page before', await isShown(TITLE));
  const { history } = await (
    await fetch(`${url}/deploy/live`, { headers: { authorization: `Bearer ${token}` } })
  ).json();
  check('the history names the member of the team', history[0]?.who === PERSON, history[0]?.who);
  await passes('it is retired', ...command('--retire', '--yes'));
  check('its page says that it is gone', (await fetch(`${url}/polls`)).status === 410);
}

const shows = (page, title) =>
  page
    .getByRole('heading', { level: 1, name: title, exact: true })
    .waitFor({ timeout: 30_000 })
    .then(
      () => true,
      () => false,
    );

/** Runs a command in the team's folder, and counts whether it ends well. */
async function passes(what, ...command) {
  const began = performance.now();
  const { code, said } = await run(team, ofTheTeam(), ...command);
  check(what, code === 0, `(${((performance.now() - began) / 1000).toFixed(0)} s)${code === 0 ? '' : `\n${said}`}`);
  return code === 0;
}

/** An environment without this repository. */
function ofTheTeam(token) {
  const { DATA_DIR: _data, PORT: _port, NODE_PATH: _path, NODE_ENV: _env, ...env } = process.env;
  return { ...env, ...(token ? { DEPLOY_TOKEN: token } : {}) };
}

function run(cwd, env, program, ...words) {
  return promisify(execFile)(program, words, { cwd, env, timeout: PATIENCE_MS, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

const hasNoPackages = (folder) => !existsSync(join(folder, 'node_modules'));

function foldersAbove(folder) {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

try {
  await mkdir(team);
  if (await makeRepository()) await tryInProduct();
} catch (error) {
  check('nothing unforeseen happens', false, error.stack);
} finally {
  await rm(home, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
