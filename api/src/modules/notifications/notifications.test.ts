import { notificationKinds } from '@manabiba/shared/contract/notifications';
import { addMinutes } from 'date-fns';

import { clearContent, insertNotification } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db
    .updateTable('users')
    .set({ notifications_seen_at: new Date(0) })
    .execute();
});
afterAll(() => world.close());

const people = [
  'adult',
  'student',
  'child',
  'school',
  'professional',
  'subscriber',
  'staff',
  'unverified',
  'resubmit',
] as const;
const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const notify = (caller: keyof TestApp['people'], given: Partial<Parameters<typeof insertNotification>[1]> = {}) =>
  insertNotification(world.db, { user_id: world.people[caller], ...given });
const inbox = (caller: Caller, query = '', headers = {}) => world.as(caller).get(`/me/notifications${query}`, headers);
const unseen = async (caller: Caller): Promise<number> =>
  (await world.as(caller).get('/me')).body.unreadNotificationCount;
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ? `${status} ${body.code}` : `${status}`;

describe('inbox access', () => {
  it.each(people)('shows %s only their own notifications, newest first', async (caller) => {
    await notify(caller, { title: '前', created_at: at(-2) });
    await notify(caller, { title: '後', created_at: at(-1) });
    await notify('otherAdult', { title: '別の人の' });
    const { status, body } = await inbox(caller);
    expect(status).toBe(200);
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['後', '前']);
  });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['suspended', '403 suspended'],
    ['withdrawn', '403 suspended'],
  ] as [Caller, string][])('answers %s with %s for every call', async (caller, expected) => {
    const id = await notify('adult');
    expect(answerOf(await inbox(caller))).toBe(expected);
    expect(answerOf(await world.as(caller).get(`/notifications/${id}`))).toBe(expected);
    expect(answerOf(await world.as(caller).put(`/me/notifications/${id}/read`))).toBe(expected);
  });
});

describe('the content of a notification', () => {
  it('contains its kind by name and by number', async () => {
    for (const [index, kind] of notificationKinds.entries())
      await notify('adult', { kind, title: kind, created_at: at(index) });
    const { body } = await inbox('adult');
    expect(body.items.map(({ kind, kindIndex }: Record<string, unknown>) => [kind, kindIndex]).reverse()).toEqual(
      notificationKinds.map((kind, index) => [kind, index]),
    );
  });

  it('has kinds that keep their numbers', () => {
    const numbers = { management: 0, userFollow: 5, changeClassroomTime: 10, hostMessage: 14, teamInvitation: 15 };
    for (const [kind, number] of Object.entries(numbers)) expect(notificationKinds[number]).toBe(kind);
  });

  it('names the actor, unless there is none or they have withdrawn; shows little of actors of 12 or under', async () => {
    await notify('adult', { actor_id: world.people.student, created_at: at(1) });
    await notify('adult', { actor_id: world.people.child, created_at: at(2) });
    await notify('adult', { actor_id: world.people.withdrawn, created_at: at(3) });
    await notify('adult', { created_at: at(4) });
    const actors = (await inbox('adult')).body.items.map(({ actor }: { actor: unknown }) => actor).reverse();
    expect(actors).toEqual([
      expect.objectContaining({ nickname: '学生', introduction: '学生の自己紹介' }),
      expect.objectContaining({ nickname: '子ども', introduction: '', canBeFollowed: false }),
      null,
      null,
    ]);
  });

  it('is shown to its recipient only; others get 404', async () => {
    const id = await notify('student', {
      title: '教室の題',
      body: '本文',
      url: '/classrooms/cls_1',
      kind: 'reservedClassroomStarted',
    });
    const { status, body } = await world.as('student').get(`/notifications/${id}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id,
        title: '教室の題',
        body: '本文',
        url: '/classrooms/cls_1',
        isRead: false,
        actor: null,
      }),
    ]);
    for (const caller of ['adult', 'professional', 'staff', 'child'] as const) {
      expect(answerOf(await world.as(caller).get(`/notifications/${id}`))).toBe('404 not_found');
      expect(answerOf(await world.as(caller).put(`/me/notifications/${id}/read`))).toBe('404 not_found');
    }
    expect((await world.as('student').get(`/notifications/${id}`)).body.isRead).toBe(false);
  });

  it.each(['ntf_none', "x'--", 'a%00', 'n'.repeat(65)])('is not found under %s', async (id) => {
    expect(answerOf(await world.as('adult').get(`/notifications/${id}`))).toBe('404 not_found');
    expect(answerOf(await world.as('adult').put(`/me/notifications/${id}/read`))).toBe('404 not_found');
  });
});

describe('the bell', () => {
  it.each(people)('is cleared for %s when the first page is shown', async (caller) => {
    await notify(caller);
    await notify(caller);
    expect(await unseen(caller)).toBe(2);
    await inbox(caller);
    expect(await unseen(caller)).toBe(0);
  });

  it('is not cleared by a prefetch', async () => {
    await notify('adult');
    await inbox('adult', '', { 'x-prefetch': '1' });
    expect(await unseen('adult')).toBe(1);
  });

  it('is not cleared by a later page, or by opening one notification', async () => {
    await notify('adult', { created_at: at(-2) });
    const id = await notify('adult', { created_at: at(-1) });
    const { body } = await inbox('adult', '?limit=1', { 'x-prefetch': '1' });
    await inbox('adult', `?limit=1&cursor=${body.nextCursor}`);
    await world.as('adult').get(`/notifications/${id}`);
    expect(await unseen('adult')).toBe(2);
  });

  it('counts later notifications to the microsecond, and does not affect read ones', async () => {
    const moment = at(-5).toISOString().slice(0, 19);
    await notify('adult', { created_at: `${moment}.123456Z` });
    await inbox('adult');
    expect(await unseen('adult')).toBe(0);
    await notify('adult', { created_at: `${moment}.123457Z` });
    expect(await unseen('adult')).toBe(1);
    expect((await inbox('adult')).body.items.every(({ isRead }: { isRead: boolean }) => !isRead)).toBe(true);
  });

  it('is separate for each user', async () => {
    await notify('adult');
    await notify('student');
    await inbox('adult');
    expect([await unseen('adult'), await unseen('student')]).toEqual([0, 1]);
  });
});

describe('readNotification', () => {
  it.each(people)('marks this one and every older one for %s', async (caller) => {
    const ids = [];
    for (const minutes of [-30, -20, -10]) ids.push(await notify(caller, { created_at: at(minutes) }));
    await notify('otherAdult', { created_at: at(-40) });
    const { status, body } = await world.as(caller).put(`/me/notifications/${ids[1]}/read`);
    const { body: page } = await inbox(caller);
    expect([status, body]).toEqual([200, { readUpTo: page.items[1].createdAt }]);
    expect(page.items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, true]);
    expect((await inbox('otherAdult')).body.items[0].isRead).toBe(false);
  });

  it.each(people)('marks exactly one for %s when asked to', async (caller) => {
    const ids = [];
    for (const minutes of [-30, -20, -10]) ids.push(await notify(caller, { created_at: at(minutes) }));
    expect((await world.as(caller).put(`/me/notifications/${ids[1]}/read?only=true`)).status).toBe(200);
    const { items } = (await inbox(caller)).body;
    expect(items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, false]);
  });

  it('marks what a line stands for, and nothing of another user with the same group', async () => {
    const group_id = await notify('adult', { created_at: at(-10) });
    const member = await notify('adult', { created_at: at(-20), group_id, is_listed: false });
    const foreign = await notify('otherAdult', { created_at: at(-20), group_id });
    await world.db.updateTable('notifications').set({ group_id }).where('id', '=', group_id).execute();
    await world.as('adult').put(`/me/notifications/${group_id}/read?only=true`);
    const rows = await world.db.selectFrom('notifications').select(['id', 'is_read']).execute();
    const isRead = (id: string) => rows.find((row) => row.id === id)?.is_read;
    expect([isRead(group_id), isRead(member), isRead(foreign)]).toEqual([true, true, false]);
  });

  it('does not mark a newer one of the same millisecond, and changes nothing when repeated', async () => {
    const moment = at(-5).toISOString().slice(0, 19);
    const older = await notify('adult', { created_at: `${moment}.500001Z` });
    await notify('adult', { created_at: `${moment}.500002Z` });
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => world.as('adult').put(`/me/notifications/${older}/read`)));
      expect((await inbox('adult')).body.items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true]);
    }
  });
});

describe('paging through the inbox', () => {
  it.each([1, 4, 50])('shows each one once, %i at a time, however close in time', async (limit) => {
    const moment = at(-5).toISOString().slice(0, 19);
    for (let index = 0; index < 8; index += 1) {
      await notify('adult', { title: `同じ${index}`, created_at: `${moment}.5Z` });
      await notify('adult', { title: `近い${index}`, created_at: `${moment}.60000${index}Z` });
    }
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await inbox('adult', `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      titles.push(...body.items.map(({ title }: { title: string }) => title));
      cursor = body.nextCursor;
    }
    expect(titles).toHaveLength(16);
    expect(new Set(titles).size).toBe(16);
    expect(titles.slice(0, 8)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((index) => `近い${index}`));
  });

  it.each(['cursor=abc', `cursor=${Buffer.from('[1]').toString('base64url')}`, 'limit=0', 'limit=x'])(
    'rejects ?%s',
    async (query) => {
      expect(answerOf(await inbox('adult', `?${query}`))).toBe('422 invalid');
    },
  );
});
