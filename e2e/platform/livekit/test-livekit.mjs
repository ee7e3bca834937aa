import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';

import { installWhenNeeded } from '../../../tooling/dev/install.mjs';
import { freePorts } from '../../../tooling/free-port.mjs';
import { inRoot, root } from '../../../tooling/root.mjs';
import { livekitServer, startLivekitServer } from './livekit-server.mjs';

/*
 * `npm run test:livekit`: the end-to-end tests of voice and video against a real LiveKit server instead of the embedded
 * engine. Needs Go to build the server; without it, says that the part is skipped.
 */

const REPORT = inRoot('.cache/test/livekit.json');
/** Patterns of the specs. The mini player is the page's alone: no media server knows of it. */
const SPECS = ['specs/media-stage', 'specs/media-outages', 'specs/groups', '--grep-invert', 'mini player'];
/** A server uses its own port and the next ones. */
const PORTS_OF_SERVER = 10;

await installWhenNeeded();
const { path, skipped } = livekitServer();
if (path === undefined) {
  console.log(`   Voice and video on LiveKit: SKIPPED, because ${skipped}`);
  console.log('\n0 passed, 0 failed, 1 skipped');
} else process.exitCode = await test(path);

async function test(path) {
  const shared = await freePorts(2 * PORTS_OF_SERVER);
  const own = shared + PORTS_OF_SERVER;
  const key = 'test';
  const secret = randomBytes(32).toString('hex');
  const webhooks = [shared, own].map((port) => `http://localhost:${port}/v1/webhooks/media`);
  const livekit = await startLivekitServer(path, { port: await freePorts(PORTS_OF_SERVER), key, secret, webhooks });
  try {
    await mkdir(inRoot('.cache/test'), { recursive: true });
    await rm(REPORT, { force: true });
    const code = await playwright({
      // The product that all specs share, and the one that a spec starts for itself.
      E2E_PORT: String(shared),
      E2E_OWN_PORT: String(own),
      LIVEKIT_URL: livekit.url,
      LIVEKIT_API_KEY: key,
      LIVEKIT_API_SECRET: secret,
      PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
    });
    return await report(code);
  } finally {
    await livekit.stop();
  }
}

function playwright(env) {
  const command = [
    inRoot('node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '--workers=1',
    '--reporter=list,json',
    '--output',
    inRoot('test-results/livekit'),
    ...SPECS,
  ];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((done) => {
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Prints the closing line that `.ci/run` adds up. Returns the exit code. */
async function report(code) {
  const { passed, failed } = await readFile(REPORT, 'utf8').then(
    (text) => {
      const { stats, errors } = JSON.parse(text);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
    },
    () => ({ passed: 0, failed: 1 }),
  );
  const all = failed === 0 && code !== 0 ? 1 : failed;
  console.log(`\n${passed} passed, ${all} failed`);
  return all === 0 ? 0 : 1;
}
