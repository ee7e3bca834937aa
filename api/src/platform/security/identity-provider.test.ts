import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getUnixTime } from 'date-fns';
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

import { createIdentityProvider, firebaseKeys, issuerOf, ProviderUnreachable } from './identity-provider';

const PROJECT = 'manabiba-test';
const NOW = new Date('2026-11-21T03:00:00Z');
const seconds = (offset = 0) => getUnixTime(NOW) + offset;

interface Token {
  header?: object;
  claims?: Record<string, unknown>;
  key?: 'published' | 'foreign';
}

const published = generateKeyPair('RS256', { extractable: true });
const foreign = generateKeyPair('RS256');
const claims = {
  iss: issuerOf(PROJECT),
  aud: PROJECT,
  sub: 'firebase-uid-1',
  iat: seconds(-10),
  exp: seconds(3600),
  auth_time: seconds(-10),
  email: 'Hanako@Example.test',
  email_verified: true,
};

async function provider() {
  const { publicKey } = await published;
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
  return createIdentityProvider({ projectId: PROJECT, keys, clock: { now: () => NOW } });
}

async function token({ header = {}, claims: changes = {}, key = 'published' }: Token = {}): Promise<string> {
  const { privateKey } = await (key === 'published' ? published : foreign);
  const payload = Object.fromEntries(
    Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('accepts a token that the provider has signed for this project', async () => {
  expect(await (await provider()).verify(await token())).toEqual({
    subject: 'firebase-uid-1',
    email: 'hanako@example.test',
    isEmailVerified: true,
  });
  expect(
    await (await provider()).verify(await token({ claims: { email: undefined, email_verified: undefined } })),
  ).toEqual({ subject: 'firebase-uid-1', email: null, isEmailVerified: false });
});

it.each<[string, Token]>([
  ['that has expired', { claims: { exp: seconds(-6) } }],
  ['without an expiry', { claims: { exp: undefined } }],
  ['of another project', { claims: { aud: 'somebody-else', iss: issuerOf('somebody-else') } }],
  ['for another audience', { claims: { aud: 'somebody-else' } }],
  ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['without a user', { claims: { sub: '' } }],
  ['with an overlong user id', { claims: { sub: 'x'.repeat(129) } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['not valid yet', { claims: { nbf: seconds(600) } }],
  ['with a sign-in time in the future', { claims: { auth_time: seconds(86_400) } }],
  ['without a sign-in time', { claims: { auth_time: undefined } }],
  ['signed with another key under a known key id', { key: 'foreign' }],
  ['signed with an unpublished key', { header: { kid: 'k2' } }],
])('rejects one %s', async (_what, given) => {
  expect(await (await provider()).verify(await token(given))).toBeNull();
});

it('rejects one that is unsigned or signed with the public key as a secret', async () => {
  const { publicKey } = await published;
  const body = encode(claims);
  const asSecret = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode(await exportSPKI(publicKey)));
  const [head = '', , signature = ''] = (await token()).split('.');
  const forged = [
    `${encode({ alg: 'none' })}.${body}.`,
    `${encode({ alg: 'RS256', kid: 'k1' })}.${body}.`,
    asSecret,
    `${head}.${encode({ ...claims, sub: 'another' })}.${signature}`,
    '',
    'a.b.c',
  ];
  for (const each of forged) expect(await (await provider()).verify(each)).toBeNull();
});

it('reports unreachable keys, which is not an error of the caller', async () => {
  const unreachable = createIdentityProvider({
    projectId: PROJECT,
    keys: () => Promise.reject(new TypeError('fetch failed')),
    clock: { now: () => NOW },
  });
  await expect(unreachable.verify(await token())).rejects.toBeInstanceOf(ProviderUnreachable);
});

describe('published keys', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() =>
    Promise.all(
      servers.splice(0).map(
        (server) =>
          new Promise((done) => {
            server.close(done);
            server.closeAllConnections();
          }),
      ),
    ),
  );

  async function providerAt(answer: RequestListener) {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const { port } = server.address() as AddressInfo;
    return createIdentityProvider({
      projectId: PROJECT,
      keys: firebaseKeys(`http://127.0.0.1:${port}/keys`),
      clock: { now: () => NOW },
    });
  }

  it('are fetched once for many tokens, and tokens with unknown keys are rejected', async () => {
    const { publicKey } = await published;
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }];
    let asked = 0;
    const reached = await providerAt((_request, response) => {
      asked += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    expect(await reached.verify(await token())).toMatchObject({ subject: 'firebase-uid-1' });
    expect(await reached.verify(await token({ key: 'foreign' }))).toBeNull();
    expect(await reached.verify(await token({ claims: { sub: 'firebase-uid-2' } }))).toMatchObject({
      subject: 'firebase-uid-2',
    });
    expect(asked).toBe(1);
  });

  it.each<[string, RequestListener]>([
    [
      'an error',
      (_request, response) => {
        response.writeHead(503).end();
      },
    ],
    [
      'an unexpected answer',
      (_request, response) => {
        response.end('<html>');
      },
    ],
    [
      'no keys',
      (_request, response) => {
        response.end('{}');
      },
    ],
  ])('are unreachable when %s is returned, without rejecting the token', async (_what, answer) => {
    await expect((await providerAt(answer)).verify(await token())).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});
