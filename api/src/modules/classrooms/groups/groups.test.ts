import { addMinutes, addSeconds, subMinutes } from 'date-fns';

import { type MediaApp, startMediaApp } from '../../../testing/media/media-app';
import { clearContent, insertCategories, insertLiveRoom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { keepPeople, type PersonName } from '../../../testing/test-people';
import { insertSplit } from './testing/insert-split';

let world: MediaApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  world = await startMediaApp();
  await insertCategories(world.db);
  restorePeople = await keepPeople(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await restorePeople();
  await world.db.deleteFrom('user_blocks').execute();
});
afterAll(() => world.close());

const person = (name: PersonName | 'anonymous') => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const members = ['adult', 'subscriber', 'unverified', 'staff'] as const;

/** Inserts a live room of the professional with otherAdult as co-host and some adults. */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: person('professional'), ...given }, world.clock.now());
  await insertParticipant(world.db, id, person('otherAdult'), { role: 'co_host' });
  const role = given.audience_mode ? 'listener' : 'speaker';
  for (const name of members) await insertParticipant(world.db, id, person(name), { role });
  await insertParticipant(world.db, id, person('anonymous'), { role: 'listener', anonymous_id: person('anonymous') });
  return id;
}
const named = (count: number, ...people: string[][]) => ({
  minutes: 10,
  isRandom: people.length === 0,
  groups: Array.from({ length: count }, (_, index) => ({ name: `グループ${index + 1}`, userIds: people[index] ?? [] })),
});
const call = (caller: Caller, id: string) => ({
  split: (body: object = named(2)) => world.as(caller).post(`/classrooms/${id}/groups`, body),
  move: (name: keyof TestApp['people'], groupId: string | null) =>
    world.as(caller).put(`/classrooms/${id}/groups/people/${world.people[name]}`, { groupId }),
  recall: (seconds: number) => world.as(caller).post(`/classrooms/${id}/groups/recall`, { seconds }),
  message: (body: string) => world.as(caller).post(`/classrooms/${id}/groups/message`, { body }),
  leave: () => world.as(caller).delete(`/classrooms/${id}/leave`),
  join: () =>
    world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd', takeOver: true }),
});
/** Returns the media room for which a caller gets a token. */
const mediaRoom = async (caller: Caller, id: string): Promise<string> =>
  (await world.as(caller).get(`/classrooms/${id}/generate_token`)).body.room;
/** Everybody who is in the room reports in. */
const beat = (id: string) =>
  world.db
    .updateTable('classroom_users')
    .set({ last_seen_at: world.clock.now() })
    .where('classroom_id', '=', id)
    .where('left_at', 'is', null)
    .execute();
const rowOf = (id: string, name: PersonName) =>
  world.db
    .selectFrom('classroom_users')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('user_id', '=', person(name))
    .executeTakeFirstOrThrow();
const groupsOf = async (id: string, name: keyof TestApp['people']) =>
  (await world.as('professional').get(`/classrooms/${id}/attendance`)).body.items.find(
    (one: { id: string }) => one.id === world.people[name],
  ).groups;
const setBorn = (name: PersonName, birthDate: string) =>
  world.db.updateTable('users').set({ birth_date: birthDate }).where('id', '=', person(name)).execute();
/** Somebody of 14 whose guardian has consented. */
const makeMinor = async (name: PersonName) => {
  await setBorn(name, `${world.clock.now().getFullYear() - 14}-01-01`);
  await world.db
    .updateTable('users')
    .set({ guardian_consent_at: world.clock.now() })
    .where('id', '=', person(name))
    .execute();
};
const block = (blocker: PersonName, blocked: PersonName) =>
  world.db
    .insertInto('user_blocks')
    .values({ blocker_id: person(blocker), blocked_id: person(blocked), created_at: world.clock.now() })
    .execute();

describe('dividing', () => {
  it('distributes everybody but the hosts at random, in even sizes, until the time is over', async () => {
    const id = await room();
    const { status, body } = await call('professional', id).split(named(2));
    expect(status).toBe(201);
    expect(body.groups.map(({ userIds }: { userIds: string[] }) => userIds.length).sort()).toEqual([2, 3]);
    expect(body.groups.flatMap(({ userIds }: { userIds: string[] }) => userIds).sort()).toEqual(
      [...members, 'anonymous' as const].map(person).sort(),
    );
    expect(body.closesAt).toBe(addMinutes(new Date(body.openedAt), 10).toISOString());
    const [first] = body.groups;
    const caller = members.find((name) => first.userIds.includes(person(name)));
    expect(await mediaRoom(caller ?? 'anonymous', id)).toBe(`${id}:${first.id}`);
    expect(await mediaRoom('professional', id)).toBe(id);
  });

  it('takes names from a co-host, and leaves the others in the main room', async () => {
    const id = await room();
    const { body } = await call('otherAdult', id).split(named(2, [person('adult')], [person('anonymous')]));
    expect(await mediaRoom('adult', id)).toBe(`${id}:${body.groups[0].id}`);
    expect(await mediaRoom('anonymous', id)).toBe(`${id}:${body.groups[1].id}`);
    expect(await mediaRoom('subscriber', id)).toBe(id);
  });

  it('gives camera and screen the same media room, and each group a screen of its own', async () => {
    const id = await room();
    const { first, second } = await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    const share = async () => {
      // What the media server knows of screens, which is none, has been written.
      await world.runJobs();
      await world.db
        .updateTable('classroom_users')
        .set({ is_screen_on: true })
        .where('user_id', '=', person('adult'))
        .execute();
    };
    await call('professional', id).move('subscriber', second);
    await share();
    const videoOf = (caller: Caller) => world.as(caller).get(`/classrooms/${id}/generate_video_token`);
    expect((await world.as('adult').get(`/classrooms/${id}/generate_camera_token`)).body.room).toBe(`${id}:${first}`);
    expect((await videoOf('subscriber')).body.room).toBe(`${id}:${second}`);
    expect((await videoOf('unverified')).body.room).toBe(id);
    await call('professional', id).move('subscriber', first);
    await share();
    expect(codeOf(await videoOf('subscriber'))).toBe('409 conflict');
  });

  it.each<[string, object, string]>([
    ['61 minutes', { minutes: 61 }, 'minutes'],
    ['one group', named(1), 'groups'],
    ['21 groups', named(21), 'groups'],
    ['more groups than people', named(6), 'groups'],
    ['unauthenticated', { isRandom: false }, 'groups'],
    ['a person twice', named(2, ['usr_adult'], ['usr_adult']), 'groups'],
    ['somebody who is not there', named(2, ['usr_student']), 'groups'],
    ['the host', named(2, ['usr_professional']), 'groups'],
  ])('refuses %s at the field', async (_what, change, field) => {
    const id = await room();
    expect(await call('professional', id).split({ ...named(2), ...change })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: expect.any(String) } },
    });
  });

  it.each([
    ['adult', '403 role_required'],
    ['anonymous', '401 unauthenticated'],
    ['suspended', '403 suspended'],
    ['student', '403 role_required'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(codeOf(await call(caller, await room()).split())).toBe(expected);
  });

  it('is done once when both hosts divide at the same moment', async () => {
    const id = await room();
    const both = await Promise.all([call('professional', id).split(), call('otherAdult', id).split()]);
    expect(both.map(codeOf).sort()).toEqual(['201', '409 conflict']);
    expect(
      await world.db.selectFrom('classroom_group_stays').select('user_id').where('left_at', 'is', null).execute(),
    ).toHaveLength(5);
  });

  it('separates people in a block where it can', async () => {
    const id = await room();
    await block('adult', 'subscriber');
    await block('unverified', 'staff');
    const { body } = await call('professional', id).split(named(2));
    for (const { userIds } of body.groups) {
      expect(userIds).not.toEqual(expect.arrayContaining([person('adult'), person('subscriber')]));
      expect(userIds).not.toEqual(expect.arrayContaining([person('unverified'), person('staff')]));
    }
  });

  it('is refused where rooms have no voice', async () => {
    const silent = await startTestApp();
    await insertCategories(silent.db);
    const id = await insertLiveRoom(silent.db, { host_id: silent.people.professional }, silent.clock.now());
    expect(codeOf(await silent.as('professional').post(`/classrooms/${id}/groups`, named(2)))).toBe(
      '503 media_unavailable',
    );
    await silent.close();
  });
});

describe('minors', () => {
  it('are in groups only where each of these has an adult host or co-host', async () => {
    const id = await room();
    await makeMinor('adult');
    expect(await call('professional', id).split(named(2))).toMatchObject({
      status: 409,
      body: { code: 'guarded', error: expect.stringContaining('本人確認済みの大人') },
    });
    await world.db
      .updateTable('classroom_users')
      .set({ role: 'co_host' })
      .where('user_id', '=', person('staff'))
      .execute();
    const { status, body } = await call('professional', id).split(named(2));
    expect(status).toBe(201);
    for (const { userIds } of body.groups)
      expect(userIds.filter((one: string) => [person('staff'), person('otherAdult')].includes(one))).toHaveLength(1);
  });

  it('cannot be told apart: naming only adults is refused as well, and so is moving them', async () => {
    const id = await room();
    await makeMinor('adult');
    const adults = named(2, [person('subscriber')], [person('unverified')]);
    expect(codeOf(await call('professional', id).split(adults))).toBe('409 guarded');
    const { second } = await insertSplit(world.db, id, { now: world.clock.now() });
    expect(codeOf(await call('professional', id).move('subscriber', second))).toBe('409 guarded');
  });

  it('keep the adult of their group', async () => {
    const id = await room();
    await makeMinor('adult');
    await insertSplit(world.db, id, { userIds: [person('adult'), person('otherAdult')], now: world.clock.now() });
    expect(codeOf(await call('otherAdult', id).move('otherAdult', null))).toBe('409 guarded');
    expect(codeOf(await call('professional', id).move('otherAdult', null))).toBe('409 guarded');
    expect(codeOf(await call('adult', id).move('adult', null))).toBe('204');
    expect(codeOf(await call('otherAdult', id).move('otherAdult', null))).toBe('204');
  });

  it('are called back within a minute when the adult of their group is gone, and do not return to it', async () => {
    const id = await room();
    await makeMinor('adult');
    const { first } = await insertSplit(world.db, id, {
      userIds: [person('adult'), person('otherAdult')],
      now: world.clock.now(),
    });
    await call('adult', id).leave();
    await call('otherAdult', id).leave();
    expect((await call('adult', id).join()).body.token.room).toBe(id);
    await call('otherAdult', id).join();
    await call('professional', id).move('adult', first);
    await call('otherAdult', id).leave();
    world.clock.advance(30_000);
    await beat(id);
    await world.runJobs();
    expect(await mediaRoom('adult', id)).toBe(id);
  });

  it('guard the main room while their host visits a group', async () => {
    const id = await room();
    const { second } = await insertSplit(world.db, id, { userIds: [person('otherAdult')], now: world.clock.now() });
    await makeMinor('adult');
    await call('professional', id).move('professional', second);
    world.clock.advance(30_000);
    await beat(id);
    await world.runJobs();
    const isGuarded = async () => (await world.as('adult').get(`/classrooms/${id}`)).body.isGuarded;
    expect(await isGuarded()).toBe(true);
    await call('professional', id).move('professional', null);
    world.clock.advance(30_000);
    await beat(id);
    await world.runJobs();
    expect(await isGuarded()).toBe(false);
  });
});

describe('moving', () => {
  it('lets the host visit a group and come back, and assign who comes late', async () => {
    const id = await room();
    const { second } = await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    await call('professional', id).move('professional', second);
    expect(await mediaRoom('professional', id)).toBe(`${id}:${second}`);
    await call('professional', id).move('professional', null);
    expect(await mediaRoom('professional', id)).toBe(id);
    expect((await call('subscriber', id).join()).body.token.room).toBe(id);
    await call('otherAdult', id).move('subscriber', second);
    expect(await mediaRoom('subscriber', id)).toBe(`${id}:${second}`);
    expect(await groupsOf(id, 'professional')).toEqual([
      { group: 'グループ2', enteredAt: expect.any(String), leftAt: expect.any(String) },
    ]);
  });

  it('lets participants only return to the main room', async () => {
    const id = await room();
    const { second } = await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    expect(codeOf(await call('adult', id).move('adult', second))).toBe('403 role_required');
    expect(codeOf(await call('adult', id).move('subscriber', null))).toBe('403 role_required');
    expect(codeOf(await call('adult', id).move('adult', null))).toBe('204');
    expect(await mediaRoom('adult', id)).toBe(id);
  });

  it('does not let a co-host move the host, nor anybody to a group of another class', async () => {
    const [id, other] = [await room(), await room()];
    const { second } = await insertSplit(world.db, id, { now: world.clock.now() });
    const elsewhere = await insertSplit(world.db, other, { now: world.clock.now() });
    expect(codeOf(await call('otherAdult', id).move('professional', second))).toBe('403 role_required');
    expect(codeOf(await call('professional', id).move('adult', elsewhere.first))).toBe('404 not_found');
    expect(codeOf(await call('professional', id).move('student', second))).toBe('404 not_found');
  });

  it('is a conflict while nobody is in groups', async () => {
    const id = await room();
    expect(codeOf(await call('professional', id).move('adult', null))).toBe('409 conflict');
    expect(codeOf(await call('professional', id).recall(0))).toBe('409 conflict');
    expect(codeOf(await call('professional', id).message('こんにちは'))).toBe('409 conflict');
  });
});

describe('leaving and rejoining', () => {
  it('returns a participant to their group, with both stays in the records', async () => {
    const id = await room();
    const { first } = await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    world.clock.advance(60_000);
    await call('adult', id).leave();
    world.clock.advance(30_000);
    expect((await call('adult', id).join()).body.token.room).toBe(`${id}:${first}`);
    const [before, after] = await groupsOf(id, 'adult');
    expect(before).toMatchObject({ group: 'グループ1', leftAt: expect.any(String) });
    expect(after).toMatchObject({ group: 'グループ1', leftAt: null });
    expect(secondsBetween(before.enteredAt, before.leftAt)).toBe(60);
    expect(secondsBetween(before.leftAt, after.enteredAt)).toBe(30);
  });

  it('puts whoever was kicked out of the group, also after they may return', async () => {
    const id = await room();
    await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    await world.as('otherAdult').post(`/classrooms/${id}/users/${person('adult')}/kick`, {});
    expect(codeOf(await world.as('adult').get(`/classrooms/${id}/generate_token`))).toBe('403 kicked');
    expect(await world.db.selectFrom('classroom_group_members').selectAll().execute()).toEqual([]);
    await world.as('professional').delete(`/classrooms/${id}/users/${person('adult')}/kick`);
    expect((await call('adult', id).join()).body.token.room).toBe(id);
  });
});

describe('the end', () => {
  it('comes by the clock even before its job, which then writes the records and the roles', async () => {
    const id = await room({ audience_mode: true });
    const { body } = await call('professional', id).split(named(2, [person('adult')]));
    expect(await rowOf(id, 'adult')).toMatchObject({ role: 'speaker' });
    world.clock.advance(10 * 60_000);
    await beat(id);
    expect(await mediaRoom('adult', id)).toBe(id);
    expect(codeOf(await call('professional', id).message('こんにちは'))).toBe('409 conflict');
    world.clock.advance(5000);
    await beat(id);
    await world.runJobs();
    expect(await rowOf(id, 'adult')).toMatchObject({ role: 'listener', is_role_given: false });
    expect(await groupsOf(id, 'adult')).toMatchObject([{ leftAt: body.closesAt }]);
    expect(codeOf(await call('professional', id).split(named(2, [person('adult')])))).toBe('201');
  });

  it('is brought forward by a countdown, never put off, or comes at once', async () => {
    const id = await room();
    const { splitId } = await insertSplit(world.db, id, { userIds: [person('adult')], now: world.clock.now() });
    const split = () =>
      world.db.selectFrom('classroom_splits').selectAll().where('id', '=', splitId).executeTakeFirstOrThrow();
    await call('otherAdult', id).recall(30);
    const recalled = await split();
    expect(recalled).toMatchObject({ closes_at: addSeconds(recalled.recalled_at ?? 0, 30), closed_at: null });
    await call('professional', id).recall(120);
    expect(await split()).toMatchObject({ closes_at: recalled.closes_at });
    expect(await mediaRoom('adult', id)).toBe(`${id}:${await firstOf(splitId)}`);
    await call('professional', id).recall(0);
    expect(await split()).toMatchObject({ closed_at: expect.any(Date) });
    expect(await mediaRoom('adult', id)).toBe(id);
  });

  it('comes with the end of the class, which the division never outlasts', async () => {
    const started = subMinutes(world.clock.now(), 40);
    const id = await room({ started_at: started, end_at: addMinutes(started, 45) });
    const { body } = await call('professional', id).split({ ...named(2, [person('adult')]), minutes: 60 });
    expect(body.closesAt).toBe(addMinutes(started, 50).toISOString());
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(await groupsOf(id, 'adult')).toMatchObject([{ leftAt: expect.any(String) }]);
    expect(await world.db.selectFrom('classroom_group_members').selectAll().execute()).toEqual([]);
    expect(codeOf(await call('professional', id).recall(0))).toBe('410 ended');
  });
});

describe('speaking in a group', () => {
  it('is lent to listeners who may speak, survives a reconnect and ends with the stay', async () => {
    const id = await room({ audience_mode: true });
    await insertParticipant(world.db, id, person('child'), { role: 'listener' });
    await world.db
      .updateTable('classroom_users')
      .set({ is_role_given: true })
      .where('user_id', '=', person('subscriber'))
      .execute();
    await call('professional', id).split(
      named(2, [person('adult'), person('subscriber'), person('child'), person('anonymous'), person('otherAdult')]),
    );
    const roles = async () =>
      Object.fromEntries(
        (
          await world.db
            .selectFrom('classroom_users')
            .select(['user_id', 'role'])
            .where('classroom_id', '=', id)
            .execute()
        ).map((row) => [row.user_id, row.role]),
      );
    expect(await roles()).toMatchObject({
      [person('adult')]: 'speaker',
      // The host has made this one a listener.
      [person('subscriber')]: 'listener',
      [person('child')]: 'listener',
      [person('anonymous')]: 'listener',
    });
    await call('adult', id).leave();
    // Also where the seats of the stage are taken.
    await world.db.updateTable('classrooms').set({ max_speakers: 1 }).where('id', '=', id).execute();
    expect((await call('adult', id).join()).body.role).toBe('speaker');
    await call('professional', id).move('adult', null);
    expect(await roles()).toMatchObject({ [person('adult')]: 'listener' });
  });
});

const secondsBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000);
const firstOf = async (splitId: string) =>
  (
    await world.db
      .selectFrom('classroom_groups')
      .select('id')
      .where('split_id', '=', splitId)
      .where('place', '=', 0)
      .executeTakeFirstOrThrow()
  ).id;
