import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, testPassword } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('rate_limits').execute());

const person = { password: testPassword, nickname: '花子', birthDate: '1990-04-12', agreeTerms: true };
const child = { ...person, birthDate: '2014-05-01' };
const signUp = (body: object) => api.as('unauthenticated').post('/auth/signup', body);

describe('one address for one account', () => {
  it.each([
    ['case', 'Mori@example.test', 'mori@EXAMPLE.test'],
    ['full-width letters in the domain', 'mori2@example.test', 'mori2@ｅｘａｍｐｌｅ.test'],
    ['the script of the domain', 'mori3@例え.test', 'mori3@xn--r8jz45g.test'],
  ])('%s creates no second account, and signs in to the first', async (_what, first, second) => {
    expect((await signUp({ ...person, email: first })).status).toBe(201);
    expect(await signUp({ ...person, email: second })).toMatchObject({
      status: 422,
      body: { fields: { email: expect.any(String) } },
    });
    expect(
      (await api.as('unauthenticated').post('/auth/signin', { email: second, password: testPassword })).status,
    ).toBe(200);
  });

  it('an address with a tag is a separate account: families share a mailbox', async () => {
    expect((await signUp({ ...person, email: 'mori4@example.test' })).status).toBe(201);
    expect((await signUp({ ...person, email: 'mori4+taro@example.test' })).status).toBe(201);
  });

  it('an identity provider with the address in another script finds the same user', async () => {
    await signUp({ ...person, email: 'mori5@xn--r8jz45g.test' });
    const { idToken } = (
      await api.as('unauthenticated').post('/embedded_identity/tokens', { email: 'mori5@例え.test', name: '花子' })
    ).body as { idToken: string };
    expect((await api.as('unauthenticated').post('/user/signin', { idToken })).body).toMatchObject({
      user: { email: 'mori5@xn--r8jz45g.test' },
    });
  });
});

describe('mail recipients', () => {
  const list = 'n1<victim@example.test>';
  it.each([
    ['sign-up', 'POST', '/auth/signup', { ...person, email: list }, 'unauthenticated'],
    [
      'naming a guardian',
      'POST',
      '/auth/signup',
      { ...child, email: 'kid@example.test', guardianEmail: 'a@example.test,victim@example.test' },
      'unauthenticated',
    ],
    ['sign-in', 'POST', '/auth/signin', { email: list, password: 'x' }, 'unauthenticated'],
    ['requesting a password reset', 'POST', '/auth/reset-password-link', { email: list }, 'unauthenticated'],
    ['changing the address', 'PATCH', '/me', { email: list, currentPassword: testPassword }, 'adult'],
    ['asking a guardian', 'POST', '/me/guardian', { email: 'group:victim@example.test;' }, 'student'],
    [
      'the embedded identity provider',
      'POST',
      '/embedded_identity/tokens',
      { email: list, name: '花子' },
      'unauthenticated',
    ],
  ] as const)('%s accepts one plain address only', async (_what, method, path, body, caller) => {
    const call = api.as(caller);
    const answer = await (method === 'POST' ? call.post(path, body) : call.patch(path, body));
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });
});

describe('guardians need a mailbox of their own', () => {
  it.each([
    ['the same address', 'kodomo@example.test', 'Kodomo@example.test'],
    ['the same mailbox with a tag', 'kodomo@example.test', 'kodomo+mama@example.test'],
    ['the same mailbox with dots', 'kodomo@gmail.com', 'ko.do.mo@googlemail.com'],
  ])('%s is rejected at sign-up', async (_what, email, guardianEmail) => {
    expect(await signUp({ ...child, email, guardianEmail })).toMatchObject({
      status: 422,
      body: { code: 'guardian_required' },
    });
  });

  it('the same mailbox is rejected in a later request', async () => {
    await api.db.updateTable('users').set({ guardian_consent_at: null }).where('id', '=', api.people.child).execute();
    const tagged = emailOf('child').replace('@', '+mama@');
    expect(await api.as('child').post('/me/guardian', { email: tagged })).toMatchObject({ status: 422 });
  });
});

describe('limits per mailbox', () => {
  it('password reset requests count an address with and without tags together', async () => {
    const statuses = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push(
        (await api.as('unauthenticated').post('/auth/reset-password-link', { email: `victim+${call}@example.test` }))
          .status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('mails to tagged accounts cannot flood one mailbox', async () => {
    const statuses = [];
    for (let call = 0; call < 21; call += 1)
      statuses.push((await signUp({ ...person, email: `flood+${call}@example.test` })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
