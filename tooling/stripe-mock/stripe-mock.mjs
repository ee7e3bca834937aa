import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { inRoot } from '../root.mjs';

/** The release of stripe-mock, whose copy of Stripe's API description validates the requests. */
const VERSION = 'v0.197.0';
const MIN_GO = { major: 1, minor: 21 };
const BUILD_TIMEOUT_MS = 240_000;
const START_TIMEOUT_MS = 20_000;

/**
 * Builds stripe-mock, Stripe's own request validator, once into .cache through Go's module proxy.
 * @returns {{ path: string, skipped?: undefined } | { path?: undefined, skipped: string }} its path, or why it is
 * unavailable
 */
export function stripeMock() {
  const folder = inRoot('.cache/stripe-mock', VERSION);
  const path = join(folder, 'stripe-mock');
  if (existsSync(path)) return { path };
  const go = goVersion();
  if (!go) return { skipped: 'Go is not installed' };
  if (go.major < MIN_GO.major || (go.major === MIN_GO.major && go.minor < MIN_GO.minor))
    return { skipped: `Go ${go.major}.${go.minor} is older than ${MIN_GO.major}.${MIN_GO.minor}` };
  mkdirSync(folder, { recursive: true });
  const built = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
    env: { ...process.env, GOFLAGS: '-mod=mod -modcacherw', GOBIN: folder, GOPATH: inRoot('.cache/stripe-mock/go') },
    encoding: 'utf8',
    timeout: BUILD_TIMEOUT_MS,
  });
  if (built.status === 0 && existsSync(path)) return { path };
  const reason = (built.stderr ?? '').trim().split('\n').at(-1)?.trim();
  return { skipped: `stripe-mock ${VERSION} cannot be built${reason ? `: ${reason}` : ''}` };
}

/** Parameters missing from stripe-mock's API description, with their earlier names. */
const NEWER = [{ name: /^allowed_payment_method_types(?=\[)/, older: 'payment_method_types' }];

/**
 * Sends recorded requests to stripe-mock and returns a description of each rejected one.
 * @param {string} path of the binary
 * @param {readonly { method: string, path: string, body: string }[]} requests
 * @returns {Promise<string[]>}
 */
export async function rejections(path, requests) {
  const { url, stop } = await startStripeMock(path);
  try {
    const rejected = [];
    for (const { method, path: target, body } of requests) {
      const refusal = await refusalOf(url, { method, path: target, body: olderNames(body) });
      if (refusal) rejected.push(`${method} ${target} ${body}: ${refusal}`);
    }
    return rejected;
  } finally {
    stop();
  }
}

/** @param {string} body */
function olderNames(body) {
  const { searchParams: older } = new URL('http://form');
  for (const [given, value] of new URL(`http://form?${body}`).searchParams) {
    const newer = NEWER.find(({ name }) => name.test(given));
    older.append(newer ? given.replace(newer.name, newer.older) : given, value);
  }
  return older.toString();
}

/**
 * Starts stripe-mock on a free local port.
 * @param {string} path
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
async function startStripeMock(path) {
  const port = await freePort();
  const child = spawn(path, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isUp(url))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill();
      throw new Error('stripe-mock does not start.');
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return { url, stop: () => void child.kill() };
}

/**
 * Returns stripe-mock's error message for a request; undefined if it accepts the request.
 * @param {string} url
 * @param {{ method: string, path: string, body: string }} request
 * @returns {Promise<string | undefined>}
 */
async function refusalOf(url, { method, path, body }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: 'Bearer sk_test_123', 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(body ? { body } : {}),
  });
  const text = await response.text();
  return response.ok ? undefined : `${response.status} ${text.slice(0, 500)}`;
}

/** @returns {{ major: number, minor: number } | undefined} */
function goVersion() {
  const { stdout, status } = spawnSync('go', ['version'], { encoding: 'utf8' });
  const found = status === 0 ? /go(\d+)\.(\d+)/.exec(stdout) : null;
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : undefined;
}

/** @returns {Promise<boolean>} */
async function isUp(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
