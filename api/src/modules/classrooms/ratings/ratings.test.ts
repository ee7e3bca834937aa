import { RATING_DAYS } from '@manabiba/shared/contract/limits';
import { addDays, addSeconds, subDays, subMinutes } from 'date-fns';

import { clearContent, insertCategories, insertClassroom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { keepPeople, type PersonName } from '../../../testing/test-people';
import { insertArchive } from '../../archives/testing/insert-archive';

let world: TestApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  restorePeople = await keepPeople(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await restorePeople();
  await world.db.deleteFrom('user_blocks').execute();
});
afterAll(() => world.close());

type Attendee = PersonName | 'anonymous';
const person = (name: Attendee) => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const rate = (caller: Caller, id: string, stars: unknown = 4, note?: string) =>
  world.as(caller).put(`/classrooms/${id}/rating`, { stars, note });
const ratings = (caller: Caller, id: string) => world.as(caller).get(`/classrooms/${id}/ratings`);
const summary = (caller: Caller, id: string) => world.as(caller).get(`/classrooms/${id}/summary`);

/** Inserts a class of the professional that ended a minute ago, with the people who attended it. */
async function endedClass(
  attendees: readonly Attendee[] = ['adult'],
  given: Partial<Parameters<typeof insertClassroom>[1]> = {},
): Promise<string> {
  const now = world.clock.now();
  const startAt = subMinutes(now, 46);
  const times = { start_at: startAt, started_at: startAt, end_at: subMinutes(now, 1), ended_at: subMinutes(now, 1) };
  const id = await insertClassroom(world.db, {
    host_id: person('professional'),
    state: 'ended',
    all_users: true,
    ...times,
    ...given,
  });
  await world.db
    .updateTable('classroom_users')
    .set({ joined_at: startAt, left_at: now, seconds_present: 2700 })
    .where('classroom_id', '=', id)
    .execute();
  for (const name of attendees)
    await insertParticipant(world.db, id, person(name), {
      joined_at: startAt,
      left_at: now,
      seconds_present: 1800,
      ...(name === 'anonymous' && { anonymous_id: person(name), role: 'listener' }),
    });
  return id;
}

describe('rateClassroom', () => {
  it('saves one rating of each attendee: the second call changes the first', async () => {
    const id = await endedClass();
    expect(await rate('adult', id, 3, '速かったです。')).toMatchObject({ status: 200, body: { stars: 3 } });
    expect(await rate('adult', id, 5)).toMatchObject({ status: 200, body: { stars: 5, note: '' } });
    expect((await ratings('professional', id)).body).toMatchObject({
      average: 5,
      items: [{ stars: 5, note: '', nickname: expect.any(String) }],
    });
  });

  it.each<[string, Caller, string]>([
    ['a person who was not there', 'otherAdult', '403 role_required'],
    ['the host', 'professional', '403 role_required'],
    ['an anonymous visitor who was there', 'anonymous', '401 unauthenticated'],
    ['a suspended person', 'suspended', '403 suspended'],
  ])('is refused to %s', async (_who, caller, expected) => {
    const id = await endedClass(['adult', 'anonymous', 'suspended']);
    expect(codeOf(await rate(caller, id))).toBe(expected);
  });

  it('is refused to somebody who reserved and never came, and to somebody who was removed', async () => {
    const id = await endedClass([]);
    await insertParticipant(world.db, id, person('adult'), { joined_at: null, present_since: null });
    await insertParticipant(world.db, id, person('otherAdult'), { kicked_at: world.clock.now() });
    expect(codeOf(await rate('adult', id))).toBe('403 role_required');
    expect(codeOf(await rate('otherAdult', id))).toBe('403 kicked');
  });

  it('is refused while the class is live', async () => {
    const id = await endedClass(['adult'], { state: 'live', ended_at: null });
    expect(codeOf(await rate('adult', id))).toBe('409 conflict');
  });

  it('can be changed until seven days after the end', async () => {
    const endedAt = addSeconds(subDays(world.clock.now(), RATING_DAYS), 60);
    const inTime = await endedClass(['adult'], { ended_at: endedAt });
    expect(codeOf(await rate('adult', inTime))).toBe('200');
    const late = await endedClass(['adult'], { ended_at: subDays(world.clock.now(), RATING_DAYS) });
    expect(await rate('adult', late)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: '感想を送れるのは、終了から7日間です。' },
    });
  });

  it.each([0, 6, 2.5, '5', null])('refuses %p stars at the field', async (stars) => {
    expect(await rate('adult', await endedClass(), stars)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { stars: '星を1から5で選んでください。' } },
    });
  });

  it('takes 500 characters, counted as people do, and no more', async () => {
    const id = await endedClass();
    expect(codeOf(await rate('adult', id, 4, '𠮷'.repeat(500)))).toBe('200');
    expect(await rate('adult', id, 4, 'あ'.repeat(501))).toMatchObject({
      status: 422,
      body: { fields: { note: '500文字以内で入力してください。' } },
    });
  });
});

describe('listClassroomRatings', () => {
  it('shows the host the average, and names only of adults without a block in between', async () => {
    const names: PersonName[] = ['adult', 'otherAdult', 'subscriber', 'student', 'child'];
    const id = await endedClass(names);
    for (const [index, name] of names.entries()) await rate(name, id, 5 - (index % 2), name);
    const block = (blocker: PersonName, blocked: PersonName) =>
      world.db
        .insertInto('user_blocks')
        .values({ blocker_id: person(blocker), blocked_id: person(blocked), created_at: world.clock.now() })
        .execute();
    await block('professional', 'otherAdult');
    await block('subscriber', 'professional');
    await world.db.updateTable('users').set({ birth_date: '2012-05-14' }).where('id', '=', person('student')).execute();
    const { body } = await ratings('professional', id);
    expect(body.average).toBe(4.6);
    const named = body.items.filter(({ nickname }: { nickname: string | null }) => nickname !== null);
    expect(named.map(({ note }: { note: string }) => note)).toEqual(['adult']);
    expect(body.items).toHaveLength(5);
  });

  it('is for the host alone', async () => {
    const id = await endedClass(['adult']);
    await insertParticipant(world.db, id, person('otherAdult'), { role: 'co_host' });
    expect(codeOf(await ratings('adult', id))).toBe('403 not_owner');
    expect(codeOf(await ratings('otherAdult', id))).toBe('403 not_owner');
    expect((await ratings('professional', id)).body).toEqual({ average: null, items: [] });
  });

  it('leaves out the rating of somebody who has closed the account', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    await rate('adult', id, 1);
    await rate('otherAdult', id, 5);
    await world.db
      .updateTable('users')
      .set({ state: 'withdrawn', withdrawn_at: subDays(world.clock.now(), 31), state_before: 'active' })
      .where('id', '=', person('adult'))
      .execute();
    expect((await ratings('professional', id)).body).toMatchObject({ average: 5, items: [{ stars: 5 }] });
  });
});

describe('getClassroomSummary', () => {
  it('tells an attendee the time, the attendees, and until when the class can be rated', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    const { endedAt } = (await world.as('adult').get(`/classrooms/${id}`)).body as { endedAt: string };
    await rate('adult', id, 2, 'よかったです。');
    expect((await summary('adult', id)).body).toEqual({
      role: 'speaker',
      secondsPresent: 1800,
      attendedInARow: 1,
      attendeeCount: 2,
      recording: 'none',
      ratingUntil: addDays(new Date(endedAt), RATING_DAYS).toISOString(),
      rating: { stars: 2, note: 'よかったです。', ratedAt: expect.any(String) },
    });
  });

  it.each<[Caller, object]>([
    ['professional', { role: 'host', secondsPresent: 2700 }],
    ['anonymous', { role: 'listener', secondsPresent: 1800 }],
  ])('asks %s for no rating', async (caller, expected) => {
    const id = await endedClass(['anonymous']);
    expect((await summary(caller, id)).body).toMatchObject({
      ...expected,
      attendedInARow: null,
      ratingUntil: null,
      rating: null,
    });
  });

  it('counts the classes of the host attended in a row, and only open ones as missed', async () => {
    const at = (days: number) => ({ start_at: subDays(world.clock.now(), days) });
    await endedClass(['adult'], at(9));
    await endedClass([], at(8));
    await endedClass(['adult'], at(7));
    await endedClass([], { ...at(6), private_mode: true, private_key: 'a-key-of-this-room' });
    await endedClass([], { ...at(5), all_users: false });
    await endedClass([], { ...at(4), host_id: person('otherAdult') });
    await endedClass([], { ...at(3), state: 'cancelled' });
    const id = await endedClass(['adult', 'subscriber'], at(2));
    await endedClass([], at(1));
    expect((await summary('adult', id)).body.attendedInARow).toBe(2);
    expect((await summary('subscriber', id)).body.attendedInARow).toBe(1);
  });

  it.each([
    ['processing', { state: 'processing', published_at: null }],
    ['review', { published_at: null, media_version: 'v1' }],
    ['published', { media_version: 'v1' }],
    ['failed', { state: 'failed', published_at: null }],
    ['none', { state: 'hidden' }],
  ] as const)('tells that the recording is: %s', async (expected, archive) => {
    const id = await endedClass();
    const archiveId = await insertArchive(world, { source_id: id, ...archive });
    await world.db.updateTable('classrooms').set({ archive_id: archiveId }).where('id', '=', id).execute();
    expect((await summary('adult', id)).body.recording).toBe(expected);
  });

  it.each<[string, Caller, object, string]>([
    ['somebody who was not there', 'otherAdult', {}, '403 role_required'],
    ['an attendee while it is live', 'adult', { state: 'live', ended_at: null }, '409 conflict'],
  ])('is refused to %s', async (_who, caller, given, expected) => {
    expect(codeOf(await summary(caller, await endedClass(['adult'], given)))).toBe(expected);
  });
});
