import { addMinutes } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

import { clearContent, insertCategories } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const input = (given: Record<string, unknown> = {}) => ({
  name: '星の一生',
  categoryId: 'cat_space',
  startAt: inMs(3_600_000),
  allUsers: false,
  audienceMode: false,
  privateMode: false,
  ...given,
});
const create = (caller: Caller, given: Record<string, unknown> = {}, headers = {}) =>
  world.as(caller).post('/classrooms', input(given), headers);
const rowOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const countRooms = async () => (await world.db.selectFrom('classrooms').select('id').execute()).length;
const domainEvents = () => world.db.selectFrom('domain_events').select(['name', 'payload']).execute();

describe('permission to create', () => {
  it.each([
    ['unauthenticated', 401, 'unauthenticated'],
    ['anonymous', 401, 'unauthenticated'],
    ['child', 403, 'age_restricted'],
    ['resubmit', 403, 'need_resubmit'],
    ['suspended', 403, 'suspended'],
  ] as [Caller, number, string][])('rejects %s with %i %s and creates nothing', async (caller, status, code) => {
    const answer = await create(caller);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await countRooms()).toBe(0);
  });

  it.each([
    ['adult', true],
    ['subscriber', true],
    ['staff', true],
    ['unverified', true],
    ['student', false],
    ['school', false],
    ['professional', false],
  ] as [Caller & keyof TestApp['people'], boolean][])(
    'lets %s create; open to all by default: %s',
    async (caller, allUsers) => {
      const { status, body } = await create(caller);
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual(['id']);
      expect(await rowOf(body.id)).toMatchObject({
        host_id: world.people[caller],
        all_users: allUsers,
        state: 'scheduled',
      });
    },
  );

  it('rejects a pupil whose school does not allow it', async () => {
    await world.db.updateTable('partner_schools').set({ can_create: false }).execute();
    const { status, body } = await create('school');
    await world.db.updateTable('partner_schools').set({ can_create: true }).execute();
    expect([status, body.code]).toEqual([403, 'role_required']);
    expect(await countRooms()).toBe(0);
  });

  it('is refused while the service is read-only', async () => {
    const closed = await startTestApp({ env: { CLOSURE_MODE: 'readonly' } });
    await insertCategories(closed.db);
    const { status, body } = await closed.as('adult').post('/classrooms', input());
    expect([status, body.code]).toEqual([403, 'service_closed']);
    expect((await closed.as('adult').get('/classrooms')).status).toBe(200);
    await closed.close();
  });
});

describe('created classrooms', () => {
  it('are 45 minutes long whatever the request says, with the capacity of the installation', async () => {
    const startAt = inMs(3_600_000);
    const { body } = await create('student', {
      startAt,
      minutes: 90,
      description: '  質問を歓迎します。 ',
      interestIds: ['int_galaxies', 'int_galaxies'],
    });
    const { body: classroom } = await world.as('student').get(`/classrooms/${body.id}`);
    expect(classroom).toMatchObject({
      name: '星の一生',
      description: '質問を歓迎します。',
      categoryId: 'cat_space',
      interestIds: ['int_galaxies'],
      startAt,
      minutes: 45,
      endAt: addMinutes(startAt, 45).toISOString(),
      state: 'scheduled',
      locked: false,
      recording: false,
      maxSpeakers: 50,
      maxListeners: 500,
      reservedCount: 0,
      myRole: 'host',
      coverUrl: null,
    });
  });

  it('notify the followers of their host in the same transaction', async () => {
    const { body } = await create('professional');
    expect(await domainEvents()).toEqual([
      { name: 'classroomCreated', payload: { classroomId: body.id, hostId: world.people.professional } },
    ]);
  });

  it('notify no one when private, and have a key of their own', async () => {
    const [one, other] = [
      await create('professional', { privateMode: true }),
      await create('professional', { privateMode: true }),
    ];
    const [row, otherRow] = [await rowOf(one.body.id), await rowOf(other.body.id)];
    expect(row.private_key).toMatch(/^[\w-]{24}$/);
    expect(row.private_key).not.toBe(otherRow.private_key);
    expect(await domainEvents()).toEqual([]);
    expect((await world.as('student').get(`/classrooms/${one.body.id}?key=${row.private_key}`)).status).toBe(200);
  });

  it('are created once per idempotency key', async () => {
    const body = input();
    const send = () => world.as('student').post('/classrooms', body, { 'idempotency-key': 'once' });
    const first = await send();
    const again = await send();
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(await countRooms()).toBe(1);
  });

  it('store symbols, emoji and SQL verbatim', async () => {
    const name = "'; drop table classrooms; -- <b>🚀</b> ${x}";
    const { body } = await create('adult', { name, description: '\\ \' " %s' });
    const { body: classroom } = await world.as('unauthenticated').get(`/classrooms/${body.id}`);
    expect(classroom).toMatchObject({ name, description: '\\ \' " %s' });
  });

  it.each([
    ['just under a minute ago', -59_000],
    ['a minute short of 30 days from now', 30 * millisecondsInDay - millisecondsInMinute],
  ])('may start %s', async (_when, ms) => {
    expect((await create('adult', { startAt: inMs(ms) })).status).toBe(201);
  });

  it('accept a title of 50 visible characters and a description of 2000', async () => {
    expect((await create('adult', { name: '𠮷'.repeat(50), description: 'あ'.repeat(2000) })).status).toBe(201);
  });
});

describe('rejected input', () => {
  it.each([
    ['no title', { name: undefined }, 'name', 'タイトルを入力してください。'],
    ['an empty title', { name: '' }, 'name', 'タイトルを入力してください。'],
    ['a blank title', { name: ' 　 ' }, 'name', 'タイトルを入力してください。'],
    ['a title of 51 characters', { name: 'あ'.repeat(51) }, 'name', 'タイトルは50文字以内で入力してください。'],
    ['an oversized title', { name: 'あ'.repeat(10_000) }, 'name', 'タイトルは50文字以内で入力してください。'],
    ['NUL in the title', { name: 'a\u0000b' }, 'name', '使えない文字が含まれています。'],
    ['a lone surrogate in the title', { name: 'a\ud800b' }, 'name', '使えない文字が含まれています。'],
    ['a title that is a number', { name: 1 }, 'name', 'タイトルを入力してください。'],
    [
      'a description of 2001 characters',
      { description: 'あ'.repeat(2001) },
      'description',
      '説明は2000文字以内で入力してください。',
    ],
    ['NUL in the description', { description: '\u0000' }, 'description', '使えない文字が含まれています。'],
    ['no category', { categoryId: undefined }, 'categoryId', 'カテゴリーを選択してください。'],
    ['an empty category', { categoryId: '' }, 'categoryId', 'カテゴリーを選択してください。'],
    ['an unknown category', { categoryId: 'cat_none' }, 'categoryId', 'カテゴリーを選択してください。'],
    ['a category with SQL', { categoryId: "cat' or 1=1" }, 'categoryId', 'カテゴリーを選択してください。'],
    ['a category that is an object', { categoryId: { $ne: null } }, 'categoryId', 'カテゴリーを選択してください。'],
    ['no start', { startAt: undefined }, 'startAt', '開始日時を入力してください。'],
    ['an invalid start', { startAt: '明日' }, 'startAt', '開始日時を入力してください。'],
    ['a nonexistent date', { startAt: '2026-02-30T00:00:00Z' }, 'startAt', '開始日時を入力してください。'],
    ['a start that is a number', { startAt: 0 }, 'startAt', '開始日時を入力してください。'],
    ['a start in the past', { startAt: inMs(-61_000) }, 'startAt', '開始日時は現在以降を指定してください。'],
    [
      'a start in the distant past',
      { startAt: '1980-01-01T00:00:00Z' },
      'startAt',
      '開始日時は現在以降を指定してください。',
    ],
    ['a start before all times', { startAt: '0001-01-01T00:00:00Z' }, 'startAt', '日時を確認してください。'],
    [
      'a start in more than 30 days',
      { startAt: inMs(30 * millisecondsInDay + millisecondsInMinute) },
      'startAt',
      '開始日時は30日以内で指定してください。',
    ],
    ['a start beyond all times', { startAt: '9999-12-31T23:59:59Z' }, 'startAt', '日時を確認してください。'],
    [
      'an interest of another category',
      { interestIds: ['int_algebra'] },
      'interestIds',
      '興味は選んだカテゴリーの中から選択してください。',
    ],
    [
      'an unknown interest',
      { interestIds: ['int_galaxies', 'int_none'] },
      'interestIds',
      '興味は選んだカテゴリーの中から選択してください。',
    ],
    [
      'six interests',
      { interestIds: Array.from({ length: 6 }, (_, index) => `int_${index}`) },
      'interestIds',
      '興味は5つまで選べます。',
    ],
  ])('reports what is wrong with %s', async (_what, given, field, sentence) => {
    const { status, body } = await create('adult', given);
    expect(status).toBe(422);
    expect(body).toEqual({ error: sentence, code: 'invalid', fields: { [field]: sentence } });
    expect(await countRooms()).toBe(0);
  });

  it.each([
    ['a text flag', { allUsers: 'true' }, 'allUsers'],
    ['a missing flag', { privateMode: undefined }, 'privateMode'],
    ['a custom host', { hostId: 'usr_professional' }, 'hostId'],
    ['a state', { state: 'live' }, 'state'],
    ['text interests', { interestIds: 'int_galaxies' }, 'interestIds'],
    ['a text length', { minutes: '45' }, 'minutes'],
  ])('rejects %s', async (_what, given, field) => {
    const { status, body } = await create('adult', given);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]]);
  });

  it('rejects an oversized body', async () => {
    const { status, body } = await create('adult', { description: 'あ'.repeat(1_000_000) });
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  it.each([
    ['an array', []],
    ['text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
  ])('rejects a body that is %s', async (_what, body) => {
    const answer = await world
      .as('adult')
      .post('/classrooms', body, typeof body === 'string' ? { 'content-type': 'application/json' } : {});
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
  });
});
