import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose';

import { startCiIssuer } from '../testing/ci-issuer';
import { type CiRule, createCiIdentities } from './ci-identities';

let issuer: Awaited<ReturnType<typeof startCiIssuer>>;
beforeAll(async () => {
  issuer = await startCiIssuer();
});
afterAll(() => issuer.close());

const AUDIENCE = 'https://manabiba.example';
const claims = { repository: 'example/mf-events', ref: 'refs/heads/main' };
const sub = 'repo:example/mf-events:ref:refs/heads/main';
const rules = (): CiRule[] => [{ issuer: issuer.url, audience: AUDIENCE, remote: 'mf-events', claims }];

/** The ID token of a run. */
const tokenOf = (changes: JWTPayload = {}, by: Parameters<typeof issuer.tokenOf>[1] = {}) =>
  issuer.tokenOf({ aud: AUDIENCE, sub, ...claims, ...changes }, by);

it('lets a run release the remote of the rule that its claims fit', async () => {
  expect(await createCiIdentities(rules()).holderOf(await tokenOf())).toEqual({
    kind: 'ci',
    person: `ci ${sub}`,
    remote: 'mf-events',
    tokenId: null,
  });
});

it('finds the rule among several', async () => {
  const others = [
    { ...rules()[0], remote: 'mf-polls', claims: { repository: 'example/mf-polls' } },
    ...rules(),
  ] as CiRule[];
  expect(await createCiIdentities(others).holderOf(await tokenOf())).toMatchObject({ remote: 'mf-events' });
});

it.each([
  ['of another repository', { repository: 'evil/mf-events' }, /fit no rule of RELEASE_CI/],
  ['of a branch', { ref: 'refs/heads/draft' }, /fit no rule/],
  ['without a claim of the rule', { ref: undefined }, /fit no rule/],
  ['for another service', { aud: 'https://other.example' }, /not accepted: unexpected "aud"/],
  ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }, /not accepted: "exp"/],
  ['without an end', { exp: undefined }, /not accepted: missing required "exp"/],
])('rejects a token %s', async (_what, changes, sentence) => {
  expect(await createCiIdentities(rules()).holderOf(await tokenOf(changes))).toMatch(sentence);
});

it('rejects a token with another signature', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  expect(await createCiIdentities(rules()).holderOf(await tokenOf({}, { by: privateKey }))).toMatch(/signature/);
  const secret = new TextEncoder().encode('a secret that both sides would know');
  expect(await createCiIdentities(rules()).holderOf(await tokenOf({}, { by: secret, alg: 'HS256' }))).toMatch(
    /not accepted/,
  );
  const unsigned = new UnsecuredJWT({ iss: issuer.url, aud: AUDIENCE, sub, ...claims }).encode();
  expect(await createCiIdentities(rules()).holderOf(unsigned)).toMatch(/not accepted/);
});

it('lets a run release all remotes by a rule that names none', async () => {
  const ofAll = [{ issuer: issuer.url, audience: AUDIENCE, claims }];
  expect(await createCiIdentities(ofAll).holderOf(await tokenOf())).toMatchObject({ remote: null });
});

it('knows no other tokens', async () => {
  const identities = createCiIdentities(rules());
  expect(await identities.holderOf('mrt_id_secret')).toBeUndefined();
  expect(await identities.holderOf(await tokenOf({ iss: 'https://other.example' }))).toBeUndefined();
  expect(await createCiIdentities([]).holderOf(await tokenOf())).toBeUndefined();
});

it('says that the issuer is down, and asks again with the next call', async () => {
  const identities = createCiIdentities(rules());
  issuer.state.isDown = true;
  await expect(identities.holderOf(await tokenOf())).rejects.toMatchObject({ status: 503 });
  issuer.state.isDown = false;
  expect(await identities.holderOf(await tokenOf())).toMatchObject({ remote: 'mf-events' });
});
