import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { buildStale } from '../../build/build.mjs';
import { SOURCE_MAPS_FOLDER } from '../../build/packages.mjs';
import { inProject } from '../../project.mjs';
import { readArguments } from './arguments.mjs';
import { deployCalls } from './deploy-calls.mjs';
import { printLink, promote, shownToWords, withdraw } from './environments.mjs';
import { approve, evidenceOf, evidenceOfSkipping, mustBeBuiltFromHere } from './evidence.mjs';
import { retire } from './retire.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Demo users who together may open every page, by the access of a page. Source: the demo's users, who are printed at
 * each start.
 */
const DEMO_PEOPLE = {
  person: { email: 'host@demo.manabiba.test', password: 'manabiba-demo' },
  staff: { email: 'staff@demo.manabiba.test', password: 'manabiba-demo' },
};

/**
 * `npm run release -- REMOTE`: builds one remote, runs every gate on it and makes it live in a running product. With
 * `--all`, every remote one after the other: a refused one does not stop the others.
 */
async function release(given, env) {
  const wanted = await readArguments(given, env);
  const product = deployCalls(wanted);
  const { promoted, remotes, who, why } = wanted;
  if (promoted) return promote({ remotes, who, why }, { ...wanted, promoted }, product);
  for (const remote of remotes) {
    const act = { remote, who, why };
    await perform(act, wanted, product, env).catch((error) => {
      if (!(error instanceof GateRefusal)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    });
  }
}

function perform(act, wanted, product, env) {
  if (wanted.approvedVersion)
    return approve({ remote: act.remote, version: wanted.approvedVersion, to: wanted.to }, product);
  if (wanted.opened) return printLink(wanted.opened, product);
  if (wanted.isRetirement) return retire(act, wanted, product);
  if (wanted.isRollBack && wanted.environment) return withdraw(act, wanted, product);
  return wanted.isRollBack ? rollBack(act, product) : releaseOne(act, wanted, product, env);
}

async function rollBack(act, product) {
  const { version, left, with: others = [] } = await product.rollBack(act);
  const instead = left === null ? 'it is no longer retired' : `${left} is no longer shown`;
  const also = others.map((other) => ` What went live with it went back too: ${other.remote} ${other.version}.`);
  console.log(`${act.remote} is back at ${version}; ${instead}.${also.join('')}`);
}

async function releaseOne(act, wanted, product, env) {
  const began = performance.now();
  // Before the gate, which takes a minute.
  await product.checkReach({ environment: wanted.environment, shownTo: wanted.shownTo });
  const {
    manifest: { remote, version },
    evidence,
    builtOn,
  } = await walkGates(act, wanted, product, env);
  if (wanted.isDryRun) {
    printCost('in all', performance.now() - began, true);
    console.log(`\n${remote} ${version} passes every gate; it is not published.`);
    return;
  }
  const { percent, shownTo, environment, isWorthReload, isForced } = wanted;
  const base = isForced ? {} : { builtOn };
  const { isNews } = await timed('publish', () =>
    product.publish({ ...act, version, evidence, percent, shownTo, environment, isWorthReload, ...base }),
  );
  printCost('in all', performance.now() - began, true);
  const place = environment ? `in ${environment}` : shownToWords(wanted);
  console.log(
    isNews
      ? `\n${remote} ${version} is ${place} at ${wanted.to}.`
      : `\n${remote} ${version} was already ${environment ? `in ${environment}` : 'live'}: nothing has changed.`,
  );
  if (environment) await printLink(environment, product);
}

/**
 * Builds a remote and runs every gate on it. Returns its manifest, the server's evidence of the gate, and what was live
 * before; throws `GateRefusal`.
 */
async function walkGates(act, { build, to, skip, isThorough, environment }, product, env) {
  const { isDemo, slotHosts, remotes, environments } = await product.live();
  if (!build) await timed('build', () => buildStale({ only: [act.remote] }));
  const { manifest, ...contents } = await readBuild(build ?? inProject(act.remote, 'dist'));
  const { remote, version } = manifest;
  if (remote !== act.remote) throw new UserFacingError(`${build} contains a build of ${remote}, not of ${act.remote}.`);
  const { gates, override, handIn } = await timed('hand in', () =>
    product.handIn({ ...act, environment, manifest, ...contents }),
  );
  for (const { name, ms, refusals } of gates) printCost(`  ${name}`, ms, refusals.length === 0);
  const refusedByServer = gates.flatMap(({ refusals }) => refusals);
  if (refusedByServer.length > 0) throw new GateRefusal(manifest, refusedByServer);
  const builtOn = liveOf(act.remote, remotes);
  if (skip) {
    console.log('- types, in the live shell  skipped');
    return { manifest, evidence: await evidenceOfSkipping(product, handIn, manifest, { ...skip, to }), builtOn };
  }
  const settle = async (refusals) => {
    if (refusals.length === 0) return;
    await product.refuse({ ...act, version, why: `${act.why}: ${refusals.join(' ')}`.slice(0, 500) });
    throw new GateRefusal(manifest, refusals);
  };
  if (build) await mustBeBuiltFromHere(manifest);
  const types = await timed('types', () => againstLiveTypes(manifest, product));
  await settle(types.refusals);
  const surroundings = environment ? (await product.linkTo(environment)).link : null;
  const { looked, ...browser } = await timed('in the live shell', () =>
    inBrowser({
      ...{ to, manifest, override, surroundings, slotHosts, isDemo, isThorough, env },
      neighbours: [...remotes, ...environments.filter((entry) => entry.environment === environment)].map(
        (entry) => entry.remote,
      ),
    }),
  );
  await settle(browser.refusals);
  for (const what of looked) console.log(`      ${what} mounts`);
  return { manifest, evidence: await evidenceOf(product, handIn, { types, browser }), builtOn };
}

function liveOf(remote, entries) {
  const { version = null, rolloutVersion = null } =
    entries.find((entry) => entry.remote === remote && !entry.isRetired) ?? {};
  return { version, rolloutVersion };
}

/** Checks the remote's use of facade and contract against the live shell. */
async function againstLiveTypes({ remote, sources }, product) {
  const { fetchShellTypes, typeErrors } = await import('../../check/facade/against-shell.mjs');
  const shell = await fetchShellTypes(product);
  return { shell: basename(shell), sources, refusals: await typeErrors(remote, shell) };
}

/** @param {Omit<import('./browser-gate.mjs').GateInput, 'people'> & { isDemo: boolean, env: NodeJS.ProcessEnv }} given */
async function inBrowser({ isDemo, env, ...given }) {
  const { walkBrowserGate } = await import('./browser-gate.mjs');
  const named = (email, password = '') => (email ? { email, password } : null);
  const demo = isDemo ? DEMO_PEOPLE : { person: null, staff: null };
  const people = {
    person: named(env.RELEASE_CHECK_EMAIL, env.RELEASE_CHECK_PASSWORD) ?? demo.person,
    staff: named(env.RELEASE_CHECK_STAFF_EMAIL, env.RELEASE_CHECK_STAFF_PASSWORD) ?? demo.staff,
  };
  return walkBrowserGate({ ...given, people });
}

async function readBuild(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  const contents = await Promise.all(
    Object.keys(manifest.files).map(async (path) => [path, (await readFile(join(folder, path))).toString('base64')]),
  );
  const serverFile = manifest.serverFile && (await readFile(join(folder, manifest.serverFile.path))).toString('base64');
  return {
    manifest,
    files: Object.fromEntries(contents),
    serverFile,
    sourceMaps: await readSourceMaps(folder, manifest),
  };
}

/** Whether a map leads only to libraries, whose positions explain no failure and which would be half of a release. */
const isOfLibraries = (map) => JSON.parse(map).sources.every((source) => source.includes('node_modules/'));

/** Returns the source maps of a build, by the path of their file. An old build has none. */
async function readSourceMaps(folder, { files, serverFile }) {
  const maps = await Promise.all(
    [...Object.keys(files), ...(serverFile ? [serverFile.path] : [])].map(async (path) => [
      path,
      await readFile(join(folder, SOURCE_MAPS_FOLDER, `${path}.map`), 'utf8').catch(() => undefined),
    ]),
  );
  return Object.fromEntries(maps.filter(([, map]) => map !== undefined && !isOfLibraries(map)));
}

async function timed(what, work) {
  const began = performance.now();
  const result = await work();
  printCost(what, performance.now() - began, true);
  return result;
}

const printCost = (what, ms, isFine) =>
  console.log(`${isFine ? '✓' : '✗'} ${what.padEnd(24)} ${(ms / 1000).toFixed(ms < 100 ? 3 : 1)} s`);

/** A gate refused a release. */
class GateRefusal extends UserFacingError {
  constructor({ remote, version }, refusals) {
    super(`\n${remote} ${version} is refused:\n${refusals.map((sentence) => `  - ${sentence}`).join('\n')}`);
  }
}

await runCommand(import.meta.url, release);
