import { spawn } from 'node:child_process';

import { freePort } from '../../../tooling/free-port.mjs';
import { goProgram } from '../go/go-program.mjs';

/** Stripe's own request validator, with its copy of Stripe's API description. */
const PROGRAM = { name: 'stripe-mock', path: 'github.com/stripe/stripe-mock', version: 'v0.197.0' };
const START_TIMEOUT_MS = 20_000;

/** Builds stripe-mock unless it is there. */
export const stripeMock = () => goProgram(PROGRAM);

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

/** @returns {Promise<boolean>} */
async function isUp(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
