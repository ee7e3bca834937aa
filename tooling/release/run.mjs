import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { buildStale } from '../build/build.mjs';
import { inRoot } from '../root.mjs';
import { readArguments } from './arguments.mjs';
import { deployCalls } from './deploy-calls.mjs';

/** A demo user with access to every page. Source: the demo's users, who are printed at each start. */
const DEMO_PERSON = { email: 'host@demo.manabiba.test', password: 'manabiba-demo' };

/** `npm run release -- REMOTE`: builds one remote, runs every gate on it and makes it live in a running product. */
async function release(given, env) {
  const wanted = await readArguments(given, env);
  const product = deployCalls(wanted);
  const act = { remote: wanted.remote, who: wanted.who, why: wanted.why };
  if (wanted.isRollBack) {
    const { version, left } = await product.rollBack(act);
    console.log(`${wanted.remote} is back at ${version}; ${left} is no longer shown.`);
    return;
  }
  const began = performance.now();
  const { isDemo, slotHosts } = await product.live();
  if (!wanted.build) await timed('build', () => buildStale({ only: [wanted.remote] }));
  const { manifest, files, serverFile } = await readBuild(wanted.build ?? inRoot(wanted.remote, 'dist'));
  if (manifest.remote !== wanted.remote)
    throw new UserFacingError(`${wanted.build} contains a build of ${manifest.remote}, not of ${wanted.remote}.`);
  const { gates, override } = await timed('hand in', () => product.handIn({ ...act, manifest, files, serverFile }));
  for (const { name, ms, refusals } of gates) printCost(`  ${name}`, ms, refusals.length === 0);
  stopIfRefused(
    manifest,
    gates.flatMap(({ refusals }) => refusals),
  );
  const settle = async (refusals) => {
    if (refusals.length > 0)
      await product.refuse({
        ...act,
        version: manifest.version,
        why: `${wanted.why}: ${refusals.join(' ')}`.slice(0, 500),
      });
    stopIfRefused(manifest, refusals);
  };
  if (wanted.build) console.log('- types                    not checked: the build was made elsewhere');
  else await settle(await timed('types', () => againstLiveTypes(wanted.remote, product)));
  const { refusals, looked } = await timed('in the live shell', () =>
    inBrowser({ to: wanted.to, manifest, override, slotHosts, isDemo, env }),
  );
  await settle(refusals);
  for (const what of looked) console.log(`      ${what} mounts`);
  const { isNews } = await timed('publish', () =>
    product.publish({
      ...act,
      version: manifest.version,
      percent: wanted.percent,
      isWorthReload: wanted.isWorthReload,
    }),
  );
  printCost('in all', performance.now() - began, true);
  const share = wanted.percent === null ? 'live for everybody' : `shown to ${wanted.percent} of 100 visitors`;
  console.log(
    isNews
      ? `\n${manifest.remote} ${manifest.version} is ${share} at ${wanted.to}.`
      : `\n${manifest.remote} ${manifest.version} was already live: nothing has changed.`,
  );
}

/** Checks the remote's use of facade and contract against the live shell. */
async function againstLiveTypes(remote, product) {
  const { fetchShellTypes, typeErrors } = await import('../types/against-shell.mjs');
  return typeErrors(remote, await fetchShellTypes(product));
}

async function inBrowser({ to, manifest, override, slotHosts, isDemo, env }) {
  const { walkBrowserGate } = await import('./browser-gate.mjs');
  const person = env.RELEASE_CHECK_EMAIL
    ? { email: env.RELEASE_CHECK_EMAIL, password: env.RELEASE_CHECK_PASSWORD ?? '' }
    : isDemo
      ? DEMO_PERSON
      : null;
  return walkBrowserGate({ to, manifest, override, person, slotHosts });
}

async function readBuild(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  const contents = await Promise.all(
    Object.keys(manifest.files).map(async (path) => [path, (await readFile(join(folder, path))).toString('base64')]),
  );
  const serverFile = manifest.serverFile && (await readFile(join(folder, manifest.serverFile.path))).toString('base64');
  return { manifest, files: Object.fromEntries(contents), serverFile };
}

async function timed(what, work) {
  const began = performance.now();
  const result = await work();
  printCost(what, performance.now() - began, true);
  return result;
}

const printCost = (what, ms, isFine) =>
  console.log(`${isFine ? '✓' : '✗'} ${what.padEnd(24)} ${(ms / 1000).toFixed(ms < 100 ? 3 : 1)} s`);

function stopIfRefused({ remote, version }, refusals) {
  if (refusals.length === 0) return;
  throw new UserFacingError(
    `\n${remote} ${version} is refused:\n${refusals.map((sentence) => `  - ${sentence}`).join('\n')}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await release(process.argv.slice(2), process.env).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}
