import { type ApiScope, apiScopes } from '@manabiba/shared/contract/api-scopes';
import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

import { deleteExpired } from '../../../composition/housekeeping';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../../testing/test-people';

const NOON_IN_JAPAN = '2026-11-10T03:00:00.000Z';
const endpoints: EndpointDefinition[] = Object.values(contract);

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ env: { RATE_LIMIT_READS_PER_MINUTE: '1000', RATE_LIMIT_WRITES_PER_MINUTE: '1000' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['api_keys', 'rate_limits', 'mails'] as const) await api.db.deleteFrom(table).execute();
  api.mail.sent.length = 0;
  api.clock.set(NOON_IN_JAPAN);
  await api.db.updateTable('sessions').set({ created_at: api.clock.now(), expires_at: '2027-12-31' }).execute();
});

const asked = { name: '予約サイト', scopes: ['events:read'], days: 30, currentPassword: testPassword };
const create = (who: PersonName, given: object = {}) => api.as(who).post('/me/api_keys', { ...asked, ...given });
async function keyOf(who: PersonName, scopes: readonly ApiScope[] = ['events:read'], given: object = {}) {
  const { body } = await create(who, { scopes, ...given });
  return { id: body.id as string, client: api.withToken(body.key as string) };
}
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

/** Calls an endpoint about nothing. */
async function call({ method, path }: EndpointDefinition, key: string): Promise<[number, string | undefined]> {
  const { statusCode, body } = await api.app.inject({
    method,
    url: `/v1${path.replaceAll(/\{\w+\}/g, 'x')}`,
    headers: { authorization: `Bearer ${key}` },
  });
  return [statusCode, body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined];
}

describe('the calls that a key may make', () => {
  it('are these, with these scopes', () => {
    const named = (scope: ApiScope) =>
      endpoints
        .filter((endpoint) => endpoint.scope === scope)
        .map(({ name }) => name)
        .sort();
    expect(Object.fromEntries(apiScopes.map((scope) => [scope, named(scope)]))).toEqual({
      'events:read': [
        'getClassroomEvent',
        'getEvent',
        'getOrganizedEvent',
        'listCategories',
        'listEvents',
        'listOrganizedEvents',
      ],
      'events:write': [
        'createEvent',
        'createTicketType',
        'deleteTicketType',
        'duplicateEvent',
        'publishEvent',
        'updateEvent',
        'updateTicketType',
      ],
      'attendees:read': ['listOrganizedParticipants'],
      'attendees:write': ['checkInParticipant'],
      'messages:write': ['listSentEventMessages', 'sendEventMessage'],
    });
  });

  it.each(apiScopes)('without %s are refused what needs it', async (scope) => {
    const { body } = await create('professional', { scopes: apiScopes.filter((each) => each !== scope) });
    for (const endpoint of endpoints.filter((each) => each.scope === scope))
      expect([endpoint.name, ...(await call(endpoint, body.key))]).toEqual([endpoint.name, 403, 'scope_required']);
  });

  it.each(apiScopes)('with %s alone are admitted to what needs it', async (scope) => {
    const { body } = await create('professional', { scopes: [scope] });
    for (const endpoint of endpoints.filter((each) => each.scope === scope)) {
      const [status, code] = await call(endpoint, body.key);
      expect([endpoint.name, status, code]).not.toEqual([endpoint.name, expect.anything(), 'scope_required']);
      expect([200, 404, 422]).toContain(status);
    }
  });

  it('leave out everything else, whatever the scopes of the key', async () => {
    const { body } = await create('staff', { scopes: apiScopes });
    const answers: unknown[] = [];
    for (const endpoint of endpoints.filter(({ scope }) => scope === undefined)) {
      const expected = endpoint.access.session === 'staff' ? [404, 'not_found'] : [403, 'scope_required'];
      const answer = await call(endpoint, body.key);
      if (String(answer) !== String(expected)) answers.push([endpoint.name, ...answer]);
    }
    expect(answers).toEqual([]);
  });
});

describe('creating a key', () => {
  it('shows it once, stores a digest, and mails its owner', async () => {
    const { status, body } = await create('professional', { scopes: ['events:read', 'events:read'], days: 90 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^mnb_[\w-]{43}$/),
      prefix: body.key.slice(0, 12),
      name: '予約サイト',
      scopes: ['events:read'],
      createdAt: NOON_IN_JAPAN,
      expiresAt: '2027-02-08T03:00:00.000Z',
      lastUsedOn: null,
    });
    const { key, ...listed } = body;
    expect((await api.as('professional').get('/me/api_keys')).body).toEqual({ items: [listed] });
    expect(JSON.stringify(await api.db.selectFrom('api_keys').selectAll().execute())).not.toContain(key);
    const [mail] = await api.mail.deliver();
    expect(mail).toMatchObject({ to: emailOf('professional'), subject: '【まなびば】APIキーの作成のお知らせ' });
    expect(mail?.text).toContain('「予約サイト」');
    expect(mail?.text).not.toContain(key);
  });

  it.each([
    ['a wrong password', 'adult', { currentPassword: 'wrong' }, [422, 'invalid']],
    ['no password', 'adult', { currentPassword: undefined }, [422, 'invalid']],
    ['no scope', 'adult', { scopes: [] }, [422, 'invalid']],
    ['an unknown scope', 'adult', { scopes: ['payouts:write'] }, [422, 'invalid']],
    ['another period', 'adult', { days: 3650 }, [422, 'invalid']],
    ['no name', 'adult', { name: ' ' }, [422, 'invalid']],
    ['a child', 'child', {}, [403, 'age_restricted']],
    ['a pupil', 'school', {}, [403, 'email_account_only']],
    ['an unverified address', 'unverified', {}, [403, 'email_unverified']],
  ] as const)('is refused for %s', async (_what, who, given, expected) => {
    expect(outcome(await create(who, given))).toEqual(expected);
    expect(await api.db.selectFrom('api_keys').selectAll().execute()).toEqual([]);
  });

  it('needs a verified address, of a professional as well', async () => {
    const verify = (at: Date | null) =>
      api.db.updateTable('users').set({ email_verified_at: at }).where('id', '=', api.people.professional).execute();
    await verify(null);
    expect(outcome(await create('professional'))).toEqual([403, 'email_unverified']);
    await verify(api.clock.now());
    expect((await create('professional')).status).toBe(201);
  });

  it('outlives a new password, whose mail names it', async () => {
    const { client } = await keyOf('adult');
    await api.as('adult').patch('/me', { password: 'a-new-password', currentPassword: testPassword });
    const mails = await api.mail.deliver();
    expect(mails.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('APIキー「予約サイト」も、引き続き使えます。'),
    );
    expect((await client.get('/events')).status).toBe(200);
    await api.as('adult').patch('/me', { password: testPassword, currentPassword: 'a-new-password' });
  });

  it('needs a sign-in of the last 15 minutes where there is no password', async () => {
    const { adult } = api.people;
    const { password_hash } = await api.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', adult)
      .executeTakeFirstOrThrow();
    const setPassword = (hash: string | null) =>
      api.db.updateTable('users').set({ password_hash: hash }).where('id', '=', adult).execute();
    await setPassword(null);
    expect((await create('adult', { currentPassword: undefined })).status).toBe(201);
    await api.db
      .updateTable('sessions')
      .set({ created_at: new Date(api.clock.now().getTime() - 15 * millisecondsInMinute - 1) })
      .execute();
    expect(outcome(await create('adult', { currentPassword: undefined }))).toEqual([422, 'invalid']);
    await setPassword(password_hash);
  });

  it('ends at ten keys, also when two are created at once', async () => {
    for (let made = 0; made < 9; made += 1) await create('adult');
    const answers = await Promise.all([create('adult'), create('adult')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await api.as('adult').get('/me/api_keys')).body.items).toHaveLength(10);
  });

  it('neither counts nor names keys that have expired', async () => {
    for (let made = 0; made < 10; made += 1) await create('adult');
    await api.db.updateTable('api_keys').set({ expires_at: api.clock.now() }).execute();
    expect((await create('adult', { name: '新しい鍵' })).status).toBe(201);
    await api.as('adult').patch('/me', { password: 'a-new-password', currentPassword: testPassword });
    expect((await api.mail.deliver()).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('APIキー「新しい鍵」も、引き続き使えます。'),
    );
    await api.as('adult').patch('/me', { password: testPassword, currentPassword: 'a-new-password' });
  });
});

describe('a key', () => {
  it('has the rights that its owner has now', async () => {
    const { client } = await keyOf('adult', ['events:read', 'events:write']);
    expect((await client.get('/org/events')).status).toBe(200);
    expect(outcome(await client.post('/org/events', {}))).toEqual([403, 'professional_only']);
    const { adult } = api.people;
    const setState = (state: 'active' | 'suspended' | 'withdrawn') =>
      api.db.updateTable('users').set({ state }).where('id', '=', adult).execute();
    for (const state of ['suspended', 'withdrawn'] as const) {
      await setState(state);
      expect(outcome(await client.get('/org/events'))).toEqual([403, 'suspended']);
    }
    await setState('active');
    expect((await client.get('/org/events')).status).toBe(200);
  });

  it('notes the day in Japan on which it was last used', async () => {
    const { client } = await keyOf('adult');
    await client.get('/org/events');
    const usedOn = async () => (await api.as('adult').get('/me/api_keys')).body.items[0].lastUsedOn;
    expect(await usedOn()).toBe('2026-11-10');
    api.clock.set('2026-11-10T15:00:00.000Z');
    await client.get('/org/events');
    expect(await usedOn()).toBe('2026-11-11');
  });

  it('is refused once it has expired, and forgotten a month later', async () => {
    const { client } = await keyOf('adult');
    api.clock.advance(30 * millisecondsInDay - 1);
    expect((await client.get('/org/events')).status).toBe(200);
    api.clock.advance(1);
    expect(outcome(await client.get('/org/events'))).toEqual([401, 'unauthenticated']);
    // Also by calls that need no session.
    expect(outcome(await client.get('/events'))).toEqual([401, 'unauthenticated']);
    expect(outcome(await client.post('/auth/signin', {}))).toEqual([401, 'unauthenticated']);
    await deleteExpired(api.db, api.clock.now());
    expect(await api.db.selectFrom('api_keys').selectAll().execute()).toHaveLength(1);
    api.clock.advance(30 * millisecondsInDay + 1);
    await deleteExpired(api.db, api.clock.now());
    expect(await api.db.selectFrom('api_keys').selectAll().execute()).toEqual([]);
  });

  it('is refused at once when it is revoked, which only its owner can do', async () => {
    const { id, client } = await keyOf('adult');
    expect((await api.as('otherAdult').delete(`/me/api_keys/${id}`)).status).toBe(404);
    expect((await client.get('/org/events')).status).toBe(200);
    expect((await api.as('adult').delete(`/me/api_keys/${id}`)).status).toBe(204);
    expect(outcome(await client.get('/org/events'))).toEqual([401, 'unauthenticated']);
    expect((await api.as('adult').delete(`/me/api_keys/${id}`)).status).toBe(404);
  });

  it.each(['mnb_', `mnb_${'x'.repeat(43)}`, `mnb_${'x'.repeat(44)}`])(
    'is refused when nobody has it: %s',
    async (key) => {
      expect(outcome(await api.withToken(key).get('/org/events'))).toEqual([401, 'unauthenticated']);
    },
  );
});

it('counts the calls of each key by themselves', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_READS_PER_MINUTE: '2', RATE_LIMIT_WRITES_PER_MINUTE: '2' } });
  const made = await limited.as('professional').post('/me/api_keys', { ...asked, scopes: apiScopes });
  const other = await limited.as('professional').post('/me/api_keys', asked);
  const client = limited.withToken(made.body.key as string);
  const read = async () => (await client.get('/org/events')).status;
  expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
  expect((await limited.withToken(other.body.key as string).get('/org/events')).status).toBe(200);
  expect((await limited.as('professional').get('/org/events')).status).toBe(200);
  const write = async () => (await client.post('/org/events', {})).status;
  expect([await write(), await write(), await write()]).toEqual([422, 422, 429]);
  await limited.close();
});
