import { addMinutes } from 'date-fns';

import { aCrowd } from '../../testing/crowd';
import { insertCategories, insertClassroom } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import type { PersonName } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('follows').execute();
  await api.db.deleteFrom('user_blocks').execute();
  await api.db.deleteFrom('domain_events').execute();
  await api.db.updateTable('users').set({ follower_count: 0, following_count: 0 }).execute();
});

const follow = (caller: Caller, target: PersonName) => api.as(caller).post(`/users/${api.people[target]}/follow`);
const unfollow = (caller: Caller, target: PersonName) => api.as(caller).delete(`/users/${api.people[target]}/unfollow`);
const namesIn = (answer: { body: { items: { id: string }[] } }) =>
  answer.body.items.map(({ id }) => id.replace('usr_', ''));
const countsOf = async (name: PersonName) => {
  const { follower_count, following_count } = await api.db
    .selectFrom('users')
    .select(['follower_count', 'following_count'])
    .where('id', '=', api.people[name])
    .executeTakeFirstOrThrow();
  return [follower_count, following_count];
};

describe('following', () => {
  it.each<[Caller, PersonName, number, string | null]>([
    ['unauthenticated', 'professional', 401, null],
    ['anonymous', 'professional', 401, null],
    ['adult', 'professional', 200, null],
    ['adult', 'student', 200, null],
    ['student', 'adult', 200, null],
    ['child', 'professional', 200, null],
    ['child', 'adult', 403, 'age_restricted'],
    ['school', 'student', 200, null],
    ['professional', 'adult', 200, null],
    ['subscriber', 'adult', 200, null],
    ['unverified', 'adult', 200, null],
    ['adult', 'child', 403, 'age_restricted'],
    ['professional', 'child', 403, 'age_restricted'],
    ['adult', 'withdrawn', 404, null],
    ['adult', 'adult', 422, 'invalid'],
    ['resubmit', 'adult', 403, 'need_resubmit'],
    ['suspended', 'adult', 403, 'suspended'],
  ])('by %s of %s: %d', async (caller, target, status, code) => {
    const answer = await follow(caller, target);
    expect(answer.status).toBe(status);
    if (code !== null) expect(answer.body.code).toBe(code);
    if (status === 200) expect(answer.body).toEqual({ isFollowed: true, followerCount: 1 });
  });

  it('counts once, notifies the user once, and is undone once', async () => {
    await follow('adult', 'professional');
    expect(await follow('adult', 'professional')).toMatchObject({ status: 200, body: { followerCount: 1 } });
    expect(await countsOf('adult')).toEqual([0, 1]);
    expect(await api.db.selectFrom('domain_events').select(['name', 'payload']).execute()).toEqual([
      { name: 'userFollowed', payload: { followerId: api.people.adult, followeeId: api.people.professional } },
    ]);
    expect(await unfollow('adult', 'professional')).toMatchObject({
      status: 200,
      body: { isFollowed: false, followerCount: 0 },
    });
    expect(await unfollow('adult', 'professional')).toMatchObject({ status: 200, body: { followerCount: 0 } });
    expect(await countsOf('adult')).toEqual([0, 0]);
  });

  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['student', 200],
    ['child', 200],
    ['school', 200],
    ['professional', 200],
    ['suspended', 403],
  ])('can be undone by %s: %d', async (caller, status) => {
    expect((await unfollow(caller, 'adult')).status).toBe(status);
  });

  it('counts correctly under concurrent follows, also mutual ones', async () => {
    const crowd = await aCrowd(api, 20);
    const path = `/users/${api.people.professional}`;
    await Promise.all(crowd.flatMap((person) => [person.post(`${path}/follow`), person.post(`${path}/follow`)]));
    expect((await countsOf('professional'))[0]).toBe(20);
    await Promise.all(
      crowd.map((person, index) =>
        index % 2 === 0 ? person.delete(`${path}/unfollow`) : api.as('professional').post(`/users/${person.id}/follow`),
      ),
    );
    expect(await countsOf('professional')).toEqual([10, 10]);
    await api.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        crowd.map(({ id }) => id),
      )
      .execute();
  });
});

describe('lists', () => {
  it('are paginated, latest first, without users of 12 or under and withdrawn ones', async () => {
    for (const name of ['child', 'adult', 'student', 'subscriber'] as const) await follow(name, 'professional');
    const path = `/users/${api.people.professional}/followers`;
    const first = await api.as('unauthenticated').get(`${path}?limit=2`);
    expect(namesIn(first)).toEqual(['subscriber', 'student']);
    const second = await api.as('unauthenticated').get(`${path}?limit=2&cursor=${first.body.nextCursor}`);
    expect([namesIn(second), second.body.nextCursor]).toEqual([['adult'], null]);
  });

  it('of followed users are public except for those of children', async () => {
    await follow('adult', 'professional');
    await follow('adult', 'student');
    await follow('child', 'professional');
    expect(namesIn(await api.as('unauthenticated').get(`/users/${api.people.adult}/following`))).toEqual([
      'student',
      'professional',
    ]);
    expect(await api.as('adult').get(`/users/${api.people.child}/following`)).toMatchObject({
      status: 403,
      body: { code: 'age_restricted' },
    });
    expect((await api.as('adult').get('/me/following')).body.items[0]).toMatchObject({
      id: api.people.student,
      isFollowed: true,
    });
    expect(namesIn(await api.as('child').get('/me/following'))).toEqual(['professional']);
  });

  it.each<[Caller, number, number]>([
    ['unauthenticated', 200, 401],
    ['anonymous', 200, 401],
    ['adult', 200, 200],
    ['student', 200, 200],
    ['child', 200, 200],
    ['school', 200, 200],
    ['professional', 200, 200],
    ['subscriber', 200, 200],
    ['resubmit', 200, 403],
    ['suspended', 403, 403],
  ])('are readable for %s: %d, their own %d', async (caller, status, own) => {
    expect((await api.as(caller).get(`/users/${api.people.adult}/followers`)).status).toBe(status);
    expect((await api.as(caller).get(`/users/${api.people.adult}/following`)).status).toBe(status);
    expect((await api.as(caller).get('/me/following')).status).toBe(own);
  });

  it('are not found for withdrawn users, and accept only their own cursors', async () => {
    expect((await api.as('adult').get(`/users/${api.people.withdrawn}/followers`)).status).toBe(404);
    expect(await api.as('adult').get('/me/following?cursor=eA')).toMatchObject({
      status: 422,
      body: { fields: { cursor: expect.any(String) } },
    });
  });
});

describe('blocking', () => {
  it('removes follows, separates both, and can be undone', async () => {
    await follow('adult', 'student');
    await follow('student', 'adult');
    const path = `/users/${api.people.student}/block`;
    expect(await api.as('adult').post(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect([await countsOf('adult'), await countsOf('student')]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await follow('student', 'adult')).status).toBe(404);
    expect((await follow('adult', 'student')).status).toBe(404);
    expect((await api.as('adult').delete(path)).status).toBe(200);
    expect((await api.as('adult').delete(path)).status).toBe(200);
    expect((await follow('student', 'adult')).status).toBe(200);
  });

  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['child', 200],
    ['school', 200],
    ['professional', 200],
    ['otherStudent', 200],
    ['resubmit', 403],
    ['suspended', 403],
  ])('is allowed for %s: %d', async (caller, status) => {
    expect((await api.as(caller).post(`/users/${api.people.adult}/block`)).status).toBe(status);
  });

  it('is visible only to the blocking user', async () => {
    await api.as('adult').post(`/users/${api.people.student}/block`);
    api.clock.advance(1000);
    await api.as('adult').post(`/users/${api.people.subscriber}/block`);
    const blocksOf = async (caller: Caller) => (await api.as(caller).get('/me/blocks')).body;
    expect(await blocksOf('adult')).toEqual({ userIds: [api.people.subscriber, api.people.student] });
    expect(await blocksOf('student')).toEqual({ userIds: [] });
    await api.as('adult').delete(`/users/${api.people.student}/block`);
    expect(await blocksOf('adult')).toEqual({ userIds: [api.people.subscriber] });
  });

  it('is listed for the blocking user only, latest first and paginated', async () => {
    for (const name of ['student', 'child', 'professional'] as const)
      await api.as('adult').post(`/users/${api.people[name]}/block`);
    await api.as('student').post(`/users/${api.people.adult}/block`);
    const first = await api.as('adult').get('/me/blocked_people?limit=2');
    expect(namesIn(first)).toEqual(['professional', 'child']);
    const second = await api.as('adult').get(`/me/blocked_people?limit=2&cursor=${first.body.nextCursor}`);
    expect([namesIn(second), second.body.nextCursor]).toEqual([['student'], null]);
    expect(first.body.items[1]).toMatchObject({ introduction: '', canBeFollowed: false });
    await api.as('adult').delete(`/users/${api.people.child}/block`);
    expect(namesIn(await api.as('adult').get('/me/blocked_people'))).toEqual(['professional', 'student']);
    expect(namesIn(await api.as('child').get('/me/blocked_people'))).toEqual([]);
  });

  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['child', 200],
    ['school', 200],
    ['resubmit', 403],
    ['suspended', 403],
  ])('is listed for %s: %d', async (caller, status) => {
    expect((await api.as(caller).get('/me/blocked_people')).status).toBe(status);
  });

  it('cannot be applied to oneself', async () => {
    expect((await api.as('adult').post(`/users/${api.people.adult}/block`)).status).toBe(422);
  });
});

describe('professionals', () => {
  const list = async (query: string, caller: Caller = 'unauthenticated') =>
    namesIn(await api.as(caller).get(`/professionals?${query}`));
  beforeAll(async () => {
    const { db, people, clock } = api;
    const now = clock.now();
    for (const [index, name] of (['otherAdult', 'subscriber'] as const).entries()) {
      await db
        .updateTable('users')
        .set({ role: 'professional', created_at: addMinutes(now, index + 1) })
        .where('id', '=', people[name])
        .execute();
      await db
        .insertInto('professionals')
        .values({
          user_id: people[name],
          org_name: name,
          org_url: null,
          invoice_registration_no: null,
          verified_at: now,
        })
        .execute();
    }
    await insertClassroom(db, { host_id: people.subscriber, start_at: addMinutes(now, 300) });
    await insertClassroom(db, { host_id: people.professional, start_at: addMinutes(now, 100) });
    await insertClassroom(db, { host_id: people.professional, start_at: addMinutes(now, 10), private_mode: true });
  });

  it('are sorted by next classroom, by followers, or newest first', async () => {
    await follow('adult', 'otherAdult');
    expect(await list('')).toEqual(['professional', 'subscriber', 'otherAdult']);
    expect(await list('sort=follower')).toEqual(['otherAdult', 'professional', 'subscriber']);
    expect(await list('sort=new')).toEqual(['subscriber', 'otherAdult', 'professional']);
    const { items } = (await api.as('adult').get('/professionals')).body;
    expect(items[0]).toMatchObject({
      orgName: 'まなび協会',
      classroomCount: 1,
      nextClassroomAt: expect.any(String),
      verifiedAt: expect.any(String),
    });
  });

  it('are paginated, with cursors bound to their sort order', async () => {
    for (const sort of ['classroom', 'follower', 'new']) {
      const first = await api.as('unauthenticated').get(`/professionals?sort=${sort}&limit=2`);
      const second = await api
        .as('unauthenticated')
        .get(`/professionals?sort=${sort}&limit=2&cursor=${first.body.nextCursor}`);
      expect([...namesIn(first), ...namesIn(second)]).toEqual(await list(`sort=${sort}`));
      const other = sort === 'new' ? 'follower' : 'new';
      expect(
        (await api.as('unauthenticated').get(`/professionals?sort=${other}&cursor=${first.body.nextCursor}`)).status,
      ).toBe(422);
    }
  });

  it('are only those verified by staff and still active', async () => {
    await api.db
      .updateTable('professionals')
      .set({ verified_at: null })
      .where('user_id', '=', api.people.otherAdult)
      .execute();
    await api.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', api.people.subscriber).execute();
    expect(await list('')).toEqual(['professional']);
  });

  it.each<[Caller, number]>([
    ['unauthenticated', 200],
    ['anonymous', 200],
    ['adult', 200],
    ['student', 200],
    ['child', 200],
    ['school', 200],
    ['professional', 200],
    ['resubmit', 200],
    ['suspended', 403],
  ])('are listed for %s: %d', async (caller, status) => {
    expect((await api.as(caller).get('/professionals')).status).toBe(status);
  });

  it('reject an unknown sort order', async () => {
    expect((await api.as('adult').get('/professionals?sort=rich')).status).toBe(422);
  });
});

it('unfollows a withdrawn user, repeatedly', async () => {
  const { people } = api;
  await api.as('professional').post(`/users/${people.otherAdult}/follow`);
  await api.db.updateTable('users').set({ state: 'withdrawn' }).where('id', '=', people.otherAdult).execute();
  for (let call = 0; call < 2; call += 1) {
    expect(await api.as('professional').delete(`/users/${people.otherAdult}/unfollow`)).toMatchObject({
      status: 200,
      body: { isFollowed: false },
    });
  }
  await api.db.updateTable('users').set({ state: 'active' }).where('id', '=', people.otherAdult).execute();
  expect((await api.as('professional').delete('/users/usr_nobody/unfollow')).status).toBe(404);
});
