import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface LyingPage {
  issuer: string;
  /** How the next ID token differs from a good one. */
  lie: { claims?: Record<string, unknown>; foreignKey?: boolean; alg?: 'none'; token?: string };
  /** The nonce that the product asked for. */
  nonce: string;
  /** How the page answers its next calls: not at all, or with this status. */
  outage: { hangs?: boolean; status?: number; issuer?: string };
  close(): Promise<void>;
}

/** Starts a sign-in page that signs what a test wants, to see what is believed of it. */
export async function startLyingPage(clientId: string): Promise<LyingPage> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] };
  const page: LyingPage = { issuer: '', lie: {}, nonce: '', outage: {}, close };

  async function idToken(): Promise<string> {
    const { claims, foreignKey = false, alg, token } = page.lie;
    if (token !== undefined) return token;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: page.issuer,
      aud: clientId,
      sub: '24-001',
      iat: now,
      exp: now + 300,
      nonce: page.nonce,
      ...claims,
    };
    if (alg === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(payload)}.`;
    }
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign((foreignKey ? foreign : own).privateKey);
  }

  async function answerTo(path: string): Promise<object> {
    if (path.endsWith('/jwks')) return keys;
    if (path.endsWith('/token')) return { access_token: 'x', token_type: 'Bearer', id_token: await idToken() };
    return {
      issuer: page.outage.issuer ?? page.issuer,
      authorization_endpoint: `${page.issuer}/auth`,
      token_endpoint: `${page.issuer}/token`,
      jwks_uri: `${page.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  const server = createServer((request, response) => {
    if (page.outage.hangs) return;
    void answerTo(request.url ?? '').then((body) => {
      response.writeHead(page.outage.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  function close(): Promise<void> {
    return new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  page.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return page;
}
