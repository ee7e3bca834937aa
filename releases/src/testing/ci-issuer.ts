import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Starts an OpenID Connect issuer like that of a CI, which gives ID tokens to its runs. */
export async function startCiIssuer() {
  const keys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const state = { isDown: false };
  let url = '';
  const server = createServer((request, response) => {
    if (state.isDown) return response.writeHead(500).end();
    const isConfiguration = request.url?.endsWith('/.well-known/openid-configuration');
    const body = isConfiguration ? { issuer: url, jwks_uri: `${url}/keys` } : { keys: [jwk] };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    state,
    /** Signs an ID token that ends in five minutes. */
    tokenOf: (
      claims: JWTPayload,
      { by = keys.privateKey, alg = 'RS256' }: { by?: CryptoKey | Uint8Array; alg?: string } = {},
    ) =>
      new SignJWT({ iss: url, exp: Math.floor(Date.now() / 1000) + 300, ...claims })
        .setProtectedHeader({ alg, kid: 'k1' })
        .sign(by),
    close: () => server.close(),
  };
}
