import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

const run = promisify(execFile);
let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns what the check says about a file with this text, and its exit code. */
async function check(text) {
  const file = join(folder, 'planted.ts');
  await writeFile(file, text);
  return run(process.execPath, [inRoot('tooling/check/secrets.mjs'), file]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

/** Made while the test runs: a planted secret in this file would be found here too. */
const random = (length) => randomBytes(length).toString('hex').slice(0, length);
const upper = (length) => random(length).toUpperCase();
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

it.each([
  [
    'a private key',
    () => ['-----BEGIN PRIVATE', `KEY-----\n${random(64)}\n${random(64)}\n-----END PRIVATE`, 'KEY-----'].join(' '),
  ],
  ['a live key of Stripe', () => `const stripe = '${['sk', 'live', random(24)].join('_')}';`],
  ['a secret key of AWS', () => `AWS_SECRET_ACCESS_KEY=${random(40)}`],
  ['a token of GitHub', () => `const t = '${['ghp', upper(36)].join('_')}';`],
  ['a JSON web token', () => `x = ${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: random(8) })}.${random(43)}`],
  // Fewer digits may by chance be as even as words.
  ['random characters in a setting', () => `SESSION_SECRET=${random(64)}`],
  ['random characters in code', () => `const deployToken = "${randomBytes(24).toString('base64')}";`],
])('finds %s and does not repeat it', async (_what, make) => {
  const text = make();
  const { code, said } = await check(`// a comment\n${text}\n`);
  expect(code).toBe(1);
  expect(said).toContain('planted.ts:2 ');
  expect(said).not.toContain(text.slice(-20));
});

it.each([
  ['words', "const token = 'a-deploy-token-that-is-long-enough';"],
  ['a test key of Stripe', "const key = 'sk_test_123';"],
  ['a name', 'const sessionSecret = readSessionSecretFromTheEnvironment();'],
  ['a setting without a value', 'RELEASE_SIGNING_KEY=\nSESSION_SECRET=…'],
])('leaves %s', async (_what, text) => {
  expect(await check(text)).toMatchObject({ code: 0, said: expect.stringContaining('1 files read, 0 problems') });
});
