import { RATED_WATCH_SECONDS } from '@manabiba/shared/contract/limits';
import { subMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertEvent,
  insertParticipant,
  insertParticipation,
  insertTicketType,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { keepPeople, type PersonName } from '../../testing/test-people';
import { insertArchive } from '../archives/testing/insert-archive';
import { insertRating } from './testing/insert-rating';

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
  for (const table of ['user_blocks', 'rating_reports', 'rating_totals'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(() => world.close());

type Kind = 'classroom' | 'event' | 'archive';
const person = (name: PersonName) => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const rate = (caller: Caller, id: string, stars: unknown = 4, note?: string, kind: Kind = 'classroom') =>
  world.as(caller).put(`/ratings/${kind}/${id}/mine`, { stars, note });
const listOf = (caller: Caller, id: string, kind: Kind | 'user' = 'classroom', rest = '') =>
  world.as(caller).get(`/ratings/${kind}/${id}${rest}`);
const mineOf = (caller: Caller, id: string, kind: Kind = 'classroom') =>
  world.as(caller).get(`/ratings/${kind}/${id}/mine`);
const makeMinor = (name: PersonName) =>
  world.db.updateTable('users').set({ birth_date: '2010-01-14' }).where('id', '=', person(name)).execute();
const block = (blocker: PersonName, blocked: PersonName) =>
  world.db
    .insertInto('user_blocks')
    .values({ blocker_id: person(blocker), blocked_id: person(blocked), created_at: world.clock.now() })
    .execute();

/** Inserts a class of the professional that ended a minute ago, with the people who attended it. */
async function endedClass(
  attendees: readonly PersonName[] = ['adult'],
  given: Partial<Parameters<typeof insertClassroom>[1]> = {},
): Promise<string> {
  const endAt = subMinutes(world.clock.now(), 1);
  const times = { start_at: subMinutes(endAt, 45), end_at: endAt, ended_at: endAt };
  const id = await insertClassroom(world.db, { host_id: person('professional'), state: 'ended', ...times, ...given });
  for (const name of attendees)
    await insertParticipant(world.db, id, person(name), { joined_at: times.start_at, left_at: endAt });
  return id;
}

/** Inserts an event of the professional that is over, with people who used their tickets. */
async function endedEvent(attendees: readonly PersonName[], given: object = {}): Promise<string> {
  const end_at = subMinutes(world.clock.now(), 1);
  const times = { start_at: subMinutes(end_at, 60), end_at };
  const id = await insertEvent(world.db, { organizer_id: person('professional'), state: 'ended', ...times, ...given });
  const ticket_type_id = await insertTicketType(world.db, { event_id: id });
  for (const name of attendees)
    await insertParticipation(world.db, { event_id: id, ticket_type_id, user_id: person(name), state: 'joined' });
  return id;
}

/** Has a person watch an archive from its start to a position. */
async function watch(name: PersonName, id: string, seconds: number): Promise<void> {
  const report = (positionSeconds: number, watchedSeconds: number) =>
    world.as(name).post(`/archives/${id}/watch`, { sessionId: `ses_${name}`, positionSeconds, watchedSeconds });
  await report(0, 0);
  world.clock.advance(seconds * 1000);
  await report(seconds, seconds);
}

describe('saveRating', () => {
  it('saves one rating of each attendee: the second call changes the first, and marks it as edited', async () => {
    const id = await endedClass();
    expect(await rate('adult', id, 3, '速かったです。')).toMatchObject({
      status: 200,
      body: { stars: 3, editedAt: null, isMine: true, kind: 'classroom', ratedId: id },
    });
    expect((await rate('adult', id, 3, '速かったです。')).body.editedAt).toBeNull();
    world.clock.advance(1000);
    expect((await rate('adult', id, 5)).body).toMatchObject({ stars: 5, note: '', editedAt: expect.any(String) });
    expect((await listOf('unauthenticated', id)).body).toMatchObject({
      rating: { average: 5, count: 1 },
      items: [{ stars: 5, note: '' }],
    });
  });

  it('keeps one of several at the same moment, and notifies the host once', async () => {
    const id = await endedClass();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((stars) => rate('adult', id, stars)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await listOf('unauthenticated', id);
    expect(body.items).toHaveLength(1);
    expect(body.rating).toEqual({ average: body.items[0].stars, count: 1 });
    expect(await noticesOf('professional', 'ratingReceived')).toHaveLength(1);
  });

  it.each<[string, Caller, string]>([
    ['a person who was not there', 'otherAdult', '403 role_required'],
    ['the host', 'professional', '403 role_required'],
    ['a co-host', 'subscriber', '403 role_required'],
    ['somebody who reserved and never came', 'unverified', '403 role_required'],
    ['somebody who was removed', 'staff', '403 kicked'],
    ['an anonymous visitor', 'anonymous', '401 unauthenticated'],
    ['a suspended person who was there', 'suspended', '403 suspended'],
  ])('is refused to %s', async (_who, caller, expected) => {
    const id = await endedClass(['adult', 'suspended']);
    await insertParticipant(world.db, id, person('subscriber'), { role: 'co_host' });
    await insertParticipant(world.db, id, person('unverified'), { joined_at: null, present_since: null });
    await insertParticipant(world.db, id, person('staff'), { kicked_at: world.clock.now() });
    expect(codeOf(await rate(caller, id))).toBe(expected);
  });

  it('is refused while the class is live', async () => {
    const id = await endedClass(['adult'], { state: 'live', ended_at: null });
    expect(codeOf(await rate('adult', id))).toBe('409 conflict');
    expect((await mineOf('adult', id)).body).toMatchObject({ canRate: false, rating: null });
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

  it('takes stars alone of a child, whose words to others are refused', async () => {
    const id = await endedClass(['child']);
    expect((await mineOf('child', id)).body).toMatchObject({ canRate: true, canWrite: false, isNamed: false });
    expect(codeOf(await rate('child', id, 5, 'たのしかった'))).toBe('403 age_restricted');
    expect(codeOf(await rate('child', id, 5))).toBe('200');
  });

  it('is for whoever used a ticket of an event, not for who bought one, speaks or organizes', async () => {
    const id = await endedEvent(['adult', 'professional', 'subscriber'], { speaker_ids: [person('subscriber')] });
    const ticket = await insertTicketType(world.db, { event_id: id });
    const bought = { event_id: id, ticket_type_id: ticket, user_id: person('otherAdult') };
    await insertParticipation(world.db, { ...bought, state: 'confirmed' });
    expect(codeOf(await rate('adult', id, 5, undefined, 'event'))).toBe('200');
    for (const other of ['otherAdult', 'professional', 'subscriber', 'student'] as const)
      expect(codeOf(await rate(other, id, 5, undefined, 'event'))).toBe('403 role_required');
    expect((await world.as('unauthenticated').get(`/events/${id}`)).body.rating).toEqual({ average: 5, count: 1 });
  });

  it('is for whoever has watched five minutes of an archive, wherever they are in it now', async () => {
    const id = await insertArchive(world);
    await watch('adult', id, RATED_WATCH_SECONDS - 1);
    expect(codeOf(await rate('adult', id, 2, undefined, 'archive'))).toBe('403 role_required');
    await watch('otherAdult', id, RATED_WATCH_SECONDS);
    const again = { sessionId: 'again', positionSeconds: 3, watchedSeconds: 0 };
    await world.as('otherAdult').post(`/archives/${id}/watch`, again);
    expect(codeOf(await rate('otherAdult', id, 2, undefined, 'archive'))).toBe('200');
    expect((await world.as('unauthenticated').get(`/archives/${id}`)).body.rating).toEqual({ average: 2, count: 1 });
  });

  it('is for whoever has watched half of a short archive, and not for who skipped to its end', async () => {
    const id = await insertArchive(world, { duration_seconds: 60 });
    await watch('adult', id, 30);
    expect(codeOf(await rate('adult', id, 4, undefined, 'archive'))).toBe('200');
    for (const positionSeconds of [0, 60])
      await world
        .as('otherAdult')
        .post(`/archives/${id}/watch`, { sessionId: 's', positionSeconds, watchedSeconds: positionSeconds / 60 });
    expect(codeOf(await rate('otherAdult', id, 4, undefined, 'archive'))).toBe('403 role_required');
  });
});

describe('listRatings', () => {
  it('never shows the name of somebody who was under 18, not even once they are older', async () => {
    await makeMinor('student');
    const id = await endedClass(['student', 'adult']);
    await rate('student', id, 5, 'わかりやすかった');
    await rate('adult', id, 4);
    await restorePeople();
    const { body } = await listOf('professional', id);
    expect(body.items).toMatchObject([
      { stars: 4, user: { id: person('adult') } },
      { stars: 5, user: null, isGone: false },
    ]);
    expect(JSON.stringify(body)).not.toContain(person('student'));
  });

  it('hides the name from whom the author has blocked, and folds what the viewer has blocked', async () => {
    const id = await endedClass(['adult', 'otherAdult', 'subscriber']);
    for (const name of ['adult', 'otherAdult', 'subscriber'] as const) await rate(name, id, 4, name);
    await block('adult', 'staff');
    await block('staff', 'otherAdult');
    await block('professional', 'subscriber');
    const of = async (caller: Caller) =>
      Object.fromEntries(
        ((await listOf(caller, id)).body.items as { note: string; user: object | null; isBlocked: boolean }[]).map(
          ({ note, user, isBlocked }) => [note, [user !== null, isBlocked]],
        ),
      );
    expect(await of('staff')).toEqual({ adult: [false, false], otherAdult: [true, true], subscriber: [true, false] });
    // The host cannot make a rating go by blocking its author.
    expect(await of('professional')).toEqual({
      adult: [true, false],
      otherAdult: [true, false],
      subscriber: [false, true],
    });
  });

  it('pages by time without a gap or a repetition', async () => {
    const names: PersonName[] = ['adult', 'otherAdult', 'subscriber', 'student'];
    const id = await endedClass(names);
    const at = world.clock.now();
    for (const name of names) await insertRating(world, { classroom_id: id, user_id: person(name), created_at: at });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await listOf('unauthenticated', id, 'classroom', `?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...(body.items as { id: string }[]).map((rating) => rating.id));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(new Set(seen).size).toBe(4);
    expect(seen).toHaveLength(4);
  });

  it('gives a rating from before to its author and the host alone, and counts it for nobody', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    await insertRating(world, { classroom_id: id, user_id: person('adult'), is_public: false });
    expect((await listOf('unauthenticated', id)).body).toMatchObject({ items: [], rating: null });
    expect((await listOf('otherAdult', id)).body.items).toEqual([]);
    for (const reader of ['adult', 'professional'] as const)
      expect((await listOf(reader, id)).body).toMatchObject({ items: [{ isPublic: false }], rating: null });
    await rate('adult', id, 5, 'みなさんへ');
    expect((await listOf('unauthenticated', id)).body).toMatchObject({
      items: [{ note: 'みなさんへ', isPublic: true }],
    });
  });

  it('is found where its class is found', async () => {
    const id = await endedClass(['adult'], { private_mode: true });
    await rate('adult', id);
    expect(codeOf(await listOf('unauthenticated', id))).toBe('404 not_found');
    expect((await listOf('unauthenticated', id, 'classroom', '?key=key-of-the-room')).body.items).toHaveLength(1);
    expect((await listOf('unauthenticated', person('professional'), 'user')).body).toMatchObject({
      items: [],
      rating: null,
    });
  });

  it('shows on a profile what everybody can find, with the average of all', async () => {
    const [room, event, archive] = [await endedClass(), await endedEvent(['adult']), await insertArchive(world)];
    for (const [index, place] of [{ classroom_id: room }, { event_id: event }, { archive_id: archive }].entries())
      await insertRating(world, { ...place, user_id: person('adult'), stars: 5 - index });
    const hidden = await insertArchive(world, { state: 'hidden' });
    await insertRating(world, { archive_id: hidden, user_id: person('adult'), stars: 1 });
    const host = person('professional');
    const { body } = await listOf('unauthenticated', host, 'user');
    expect(body.items.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['archive', 'classroom', 'event']);
    expect(body.rating).toEqual({ average: 4, count: 3 });
    expect((await world.as('unauthenticated').get(`/users/${host}`)).body.rating).toEqual({ average: 4, count: 3 });
    expect((await world.as('unauthenticated').get('/professionals')).body.items[0].rating).toEqual({
      average: 4,
      count: 3,
    });
  });

  it('brings averages into lists, and keeps them right when ratings change and go', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    const shown = async () =>
      (await world.as('unauthenticated').get('/classrooms?state=ended')).body.items.find(
        (item: { id: string }) => item.id === id,
      ).rating;
    expect(await shown()).toBeNull();
    await rate('adult', id, 5);
    await rate('otherAdult', id, 2);
    expect(await shown()).toEqual({ average: 3.5, count: 2 });
    await rate('otherAdult', id, 4);
    expect(await shown()).toEqual({ average: 4.5, count: 2 });
    expect((await world.as('otherAdult').delete(`/ratings/classroom/${id}/mine`)).status).toBe(204);
    expect(await shown()).toEqual({ average: 5, count: 1 });
  });
});

describe('deleteRating', () => {
  it('deletes the own rating with its answer; it can be written again', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    await rate('adult', id);
    await rate('otherAdult', id);
    for (let call = 0; call < 2; call += 1)
      expect((await world.as('adult').delete(`/ratings/classroom/${id}/mine`)).status).toBe(204);
    expect((await listOf('unauthenticated', id)).body.items).toMatchObject([{ user: { id: person('otherAdult') } }]);
    expect(codeOf(await rate('adult', id))).toBe('200');
  });
});

describe('answerRating', () => {
  const answer = (caller: Caller, id: string, body: string) => world.as(caller).put(`/ratings/${id}/answer`, { body });
  async function aRating(): Promise<{ room: string; id: string }> {
    const room = await endedClass();
    return { room, id: (await rate('adult', room, 3, '速かったです。')).body.id as string };
  }

  it('is one answer of the host, which everybody reads and of which the author is notified once', async () => {
    const { room, id } = await aRating();
    expect((await answer('professional', id, '次はゆっくり話します。')).body.answer).toMatchObject({ editedAt: null });
    world.clock.advance(1000);
    await answer('professional', id, 'ゆっくり話しますね。');
    expect((await listOf('unauthenticated', room)).body.items).toMatchObject([
      { answer: { body: 'ゆっくり話しますね。', editedAt: expect.any(String) } },
    ]);
    expect(await noticesOf('adult', 'ratingAnswered')).toEqual(['星の一生']);
    for (let call = 0; call < 2; call += 1)
      expect((await world.as('professional').delete(`/ratings/${id}/answer`)).status).toBe(204);
    expect((await listOf('unauthenticated', room)).body.items).toMatchObject([{ answer: null }]);
  });

  it.each<[Caller, string]>([
    ['adult', '403 not_owner'],
    ['otherAdult', '403 not_owner'],
    ['anonymous', '401 unauthenticated'],
  ])('is refused to %s', async (caller, expected) => {
    const { id } = await aRating();
    expect(codeOf(await answer(caller, id, 'どうも'))).toBe(expected);
  });

  it('needs words, at most 500 characters', async () => {
    const { id } = await aRating();
    for (const body of ['', ' ', 'あ'.repeat(501)])
      expect(await answer('professional', id, body)).toMatchObject({
        status: 422,
        body: { fields: { body: expect.any(String) } },
      });
  });
});

describe('reportRating', () => {
  const report = (caller: Caller, id: string) => world.as(caller).post(`/ratings/${id}/report`, { reason: 'abuse' });
  const reports = () => world.db.selectFrom('rating_reports').selectAll().execute();
  async function aRating(given: object = {}): Promise<{ room: string; id: string }> {
    const room = await endedClass(['adult', 'otherAdult'], given);
    return { room, id: (await rate('adult', room, 1, 'ひどい言葉')).body.id as string };
  }

  it('keeps the rating as it was, once for each reporter, whatever its author does later', async () => {
    const { room, id } = await aRating();
    expect(codeOf(await report('professional', id))).toBe('201');
    expect(codeOf(await report('professional', id))).toBe('200');
    expect(codeOf(await report('anonymous', id))).toBe('201');
    await world.as('adult').delete(`/ratings/classroom/${room}/mine`);
    const kept = await reports();
    expect(kept).toHaveLength(2);
    expect(kept[0]?.evidence).toMatchObject({ note: 'ひどい言葉', stars: '1', userId: person('adult') });
  });

  it.each<[Caller, string]>([
    ['adult', '422 invalid'],
    ['unauthenticated', '401 unauthenticated'],
  ])('is refused to %s', async (caller, expected) => {
    const { id } = await aRating();
    expect(codeOf(await report(caller, id))).toBe(expected);
  });

  it('finds no rating of a class that the reporter cannot find', async () => {
    const { id } = await aRating({ private_mode: true });
    expect(codeOf(await report('otherStudent', id))).toBe('404 not_found');
  });

  it('is settled by the staff, who can remove the rating for good', async () => {
    const { room, id } = await aRating();
    await report('professional', id);
    const [{ id: reportId = '' } = {}] = await reports();
    expect((await world.as('staff').get(`/staff/reports/${reportId}`)).body).toMatchObject({
      kind: 'rating',
      place: '星の一生',
      subject: { id: person('adult') },
      snapshot: expect.arrayContaining([{ name: 'レビュー', value: 'ひどい言葉' }]),
      seal: { isIntact: true },
      record: { receivedCount: 1 },
    });
    const { status } = await world
      .as('staff')
      .post(`/staff/reports/${reportId}/decision`, { decision: 'delete_rating' });
    expect(status).toBe(204);
    expect((await listOf('professional', room)).body).toMatchObject({ items: [], rating: null });
    expect((await mineOf('adult', room)).body).toMatchObject({ rating: null, canRate: false, isRemoved: true });
    expect(codeOf(await rate('adult', room))).toBe('409 conflict');
    expect((await world.as('adult').delete(`/ratings/classroom/${room}/mine`)).status).toBe(204);
    expect(codeOf(await rate('adult', room))).toBe('409 conflict');
  });
});

describe('the notification of a rating', () => {
  it('leads the host to it and names nobody', async () => {
    const id = await endedClass();
    await rate('adult', id);
    await world.events.runDue();
    await world.runJobs();
    const { body } = await world.as('professional').get('/me/notifications');
    expect(body.items[0]).toMatchObject({ kind: 'ratingReceived', url: `/classrooms/${id}`, actor: null });
  });

  it('does not come from somebody whom the host has blocked', async () => {
    const id = await endedClass();
    await block('professional', 'adult');
    await rate('adult', id);
    expect(await noticesOf('professional', 'ratingReceived')).toEqual([]);
  });
});

async function noticesOf(name: PersonName, kind: 'ratingReceived' | 'ratingAnswered'): Promise<string[]> {
  await world.events.runDue();
  await world.runJobs();
  const rows = await world.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', person(name))
    .where('kind', '=', kind)
    .execute();
  return rows.map(({ title }) => title);
}
