// @ts-check
/*
 * Runs the sign-in page of a school, an OpenID provider, and prints its URL. Whoever the cookie `pupil` names is signed
 * in; without one the pupil has refused. Runs as a separate process because the provider is an ES module.
 */
import { createServer } from 'node:http';

import { Provider } from 'oidc-provider';

const [clientId = '', clientSecret = '', redirectUri = ''] = process.argv.slice(2);

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const provider = createProvider(issuer);
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const pupil = /(?:^|; )pupil=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
    const result =
      pupil === undefined ? { error: 'access_denied' } : { login: { accountId: decodeURIComponent(pupil) } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  console.log(issuer);
});

/** @param {string} issuer */
function createProvider(issuer) {
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key for the cookies of the test'] },
    claims: { openid: ['sub'], profile: ['student_code'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, student_code: accountId.replace('pupil ', '') }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}
