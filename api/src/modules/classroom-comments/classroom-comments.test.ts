import { addMinutes } from 'date-fns';

import { aCrowd } from '../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertComment,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../testing/start-test-app';

let world: TestApp;
let crowd: (TestClient & { id: string })[];
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 30);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const outsiders: Caller[] = [
  'unauthenticated',
  'anonymous',
  'adult',
  'student',
  'child',
  'school',
  'subscriber',
  'staff',
  'unverified',
  'resubmit',
];
const KEY = 'key-of-the-room';
const at = (minutes: number) => addMinutes(world.clock.now(), minutes);

/** Inserts a classroom hosted by the professional with otherAdult as co-host; otherStudent is banned. */
async function room(given: Partial<Parameters<typeof insertClassroom>[1]> = {}): Promise<string> {
  const id = await insertClassroom(world.db, { host_id: world.people.professional, ...given });
  await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
  });
  return id;
}
const list = (caller: Caller, id: string, query = '') => world.as(caller).get(`/classrooms/${id}/comments${query}`);
const write = (caller: Caller, id: string, body: unknown = { body: 'よろしくお願いします。' }) =>
  world.as(caller).post(`/classrooms/${id}/comments`, body);
const remove = (caller: Caller, id: string, commentId: string) =>
  world.as(caller).delete(`/classrooms/${id}/comments/${commentId}`);
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

/** Returns the counter, after checking that it equals the number of undeleted rows. */
async function commentsIn(id: string): Promise<number> {
  const { comment_count: counted } = await world.db
    .selectFrom('classrooms')
    .select('comment_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await world.db
    .selectFrom('classroom_comments')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  expect(counted).toBe(rows.length);
  return counted;
}

describe('listClassroomComments', () => {
  it.each([...outsiders, 'professional', 'otherAdult'] as Caller[])(
    'shows %s the comments of a public classroom, newest first or oldest first',
    async (caller) => {
      const id = await room();
      for (const [index, body] of ['一', '二', '三'].entries()) {
        await insertComment(world.db, { classroom_id: id, user_id: world.people.school, body, created_at: at(index) });
      }
      const bodies = async (query: string) =>
        (await list(caller, id, query)).body.items.map(({ body }: { body: string }) => body);
      expect(await bodies('')).toEqual(['三', '二', '一']);
      expect(await bodies('?order=asc')).toEqual(['一', '二', '三']);
    },
  );

  it.each(outsiders)('hides the comments of a private classroom from %s without the key', async (caller) => {
    const id = await room({ private_mode: true });
    expect(answerOf(await list(caller, id))).toBe('404 not_found');
    expect(answerOf(await list(caller, id, '?key=wrong'))).toBe('404 not_found');
    expect(answerOf(await list(caller, id, `?key=${KEY}`))).toBe('200');
  });

  it('shows the comments of a private classroom to its members, and none to a banned user', async () => {
    const id = await room({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    for (const caller of ['professional', 'otherAdult', 'student'] as const)
      expect((await list(caller, id)).status).toBe(200);
    expect(answerOf(await list('otherStudent', id, `?key=${KEY}`))).toBe('403 kicked');
    expect(answerOf(await list('adult', 'cls_none'))).toBe('404 not_found');
  });

  it("marks the viewer's own comments and authors, including follows", async () => {
    const id = await room();
    await insertComment(world.db, { classroom_id: id, user_id: world.people.student });
    await world.db
      .insertInto('follows')
      .values({ follower_id: world.people.adult, followee_id: world.people.student })
      .execute();
    const seen = async (caller: Caller) => {
      const [item] = (await list(caller, id)).body.items;
      return [item.isMine, item.user.isFollowed, item.user.nickname];
    };
    expect(await seen('student')).toEqual([true, false, '学生']);
    expect(await seen('adult')).toEqual([false, true, '学生']);
    expect(await seen('unauthenticated')).toEqual([false, false, '学生']);
  });

  it('marks comments of blocked users only for the user who blocked them', async () => {
    const id = await room();
    await insertComment(world.db, { classroom_id: id, user_id: world.people.student });
    await world.as('adult').post(`/users/${world.people.student}/block`);
    const isBlocked = async (caller: Caller) => (await list(caller, id)).body.items[0].isBlocked;
    expect([
      await isBlocked('adult'),
      await isBlocked('student'),
      await isBlocked('professional'),
      await isBlocked('unauthenticated'),
    ]).toEqual([true, false, false, false]);
    await world.as('adult').delete(`/users/${world.people.student}/block`);
    expect(await isBlocked('adult')).toBe(false);
  });

  it('names no withdrawn author, and shows little of authors of 12 or under', async () => {
    const id = await room();
    await insertComment(world.db, {
      classroom_id: id,
      user_id: world.people.withdrawn,
      body: '退会した人',
      created_at: at(1),
    });
    await insertComment(world.db, { classroom_id: id, user_id: null, body: '消えた人', created_at: at(2) });
    await insertComment(world.db, { classroom_id: id, user_id: world.people.child, body: '子ども', created_at: at(3) });
    const { body } = await list('adult', id, '?order=asc');
    expect(body.items.map(({ user }: { user: unknown }) => user)).toEqual([
      null,
      null,
      expect.objectContaining({ nickname: '子ども', introduction: '', canBeFollowed: false }),
    ]);
    const [mine] = (await list('unauthenticated', id, '?order=asc')).body.items;
    expect(mine.isMine).toBe(false);
  });

  it.each([1, 4, 50])('pages through all comments once, %i at a time, however close in time', async (limit) => {
    const id = await room();
    const second = at(0).toISOString().slice(0, 19);
    for (let index = 0; index < 9; index += 1) {
      await insertComment(world.db, {
        classroom_id: id,
        user_id: world.people.adult,
        body: `同じ${index}`,
        created_at: `${second}.5Z`,
      });
      await insertComment(world.db, {
        classroom_id: id,
        user_id: world.people.adult,
        body: `近い${index}`,
        created_at: `${second}.70000${index}Z`,
      });
    }
    for (const order of ['asc', 'desc']) {
      const bodies: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await list('student', id, `?order=${order}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        bodies.push(...body.items.map((item: { body: string }) => item.body));
        cursor = body.nextCursor;
      }
      expect(bodies).toHaveLength(18);
      expect(new Set(bodies).size).toBe(18);
      const near = bodies.filter((text) => text.startsWith('近い'));
      expect(order === 'asc' ? near : near.reverse()).toEqual(Array.from({ length: 9 }, (_, index) => `近い${index}`));
    }
  });

  it.each([
    ['order=up', 'order'],
    ['limit=51', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['cursor=abc', 'cursor'],
    [`cursor=${Buffer.from('["x","y"]').toString('base64url')}`, 'cursor'],
    [`key=${'k'.repeat(65)}`, 'key'],
  ])('rejects ?%s', async (query, field) => {
    const { status, body } = await list('adult', await room(), `?${query}`);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]]);
  });
});

describe('createClassroomComment', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '201'],
    ['student', '201'],
    ['child', '403 age_restricted'],
    ['school', '201'],
    ['subscriber', '201'],
    ['staff', '201'],
    ['unverified', '201'],
    ['professional', '201'],
    ['otherAdult', '201'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    expect(answerOf(await write(caller, id))).toBe(expected);
    expect(await commentsIn(id)).toBe(expected === '201' ? 1 : 0);
  });

  it('returns the comment as the list shows it', async () => {
    const id = await room();
    const { body } = await write('student', id, { body: '  はじめまして。 ' });
    expect(body).toMatchObject({
      classroomId: id,
      body: 'はじめまして。',
      isMine: true,
      deletedAt: null,
      deletedBy: null,
      user: { nickname: '学生' },
    });
    expect((await list('student', id)).body.items).toEqual([body]);
  });

  it('requires the key of a private classroom from outsiders', async () => {
    const id = await room({ private_mode: true });
    expect(answerOf(await write('adult', id))).toBe('404 not_found');
    expect(answerOf(await write('adult', id, { body: 'あ', key: 'wrong' }))).toBe('404 not_found');
    expect(answerOf(await write('adult', id, { body: 'あ', key: KEY }))).toBe('201');
    expect(answerOf(await write('professional', id))).toBe('201');
  });

  it('rejects a pupil whose school does not let them speak', async () => {
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    const answer = await write('school', await room());
    await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    expect(answerOf(answer)).toBe('403 role_required');
  });

  it.each(['live', 'ended'] as const)('is allowed while a classroom is %s', async (state) => {
    expect((await write('adult', await room({ state }))).status).toBe(201);
  });

  it('allows one comment a second per user, across classrooms, with a retry delay', async () => {
    const [id, other] = [await room(), await room()];
    expect((await write('adult', id)).status).toBe(201);
    const refused = await write('adult', other);
    expect(answerOf(refused)).toBe('429 rate_limited');
    expect(refused.headers['retry-after']).toBe('1');
    expect((await write('student', id)).status).toBe(201);
    world.clock.advance(1000);
    expect((await write('adult', other)).status).toBe(201);
  });

  it('accepts one of a burst', async () => {
    const id = await room();
    const answers = await Promise.all(Array.from({ length: 30 }, () => write('adult', id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29);
    expect(await commentsIn(id)).toBe(1);
  });

  it('counts concurrent comments of many users', async () => {
    const id = await room();
    const answers = await Promise.all(
      crowd.map((person, index) => person.post(`/classrooms/${id}/comments`, { body: `${index}` })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await commentsIn(id)).toBe(30);
  });

  it('writes one comment per idempotency key', async () => {
    const id = await room();
    const send = () =>
      world.as('adult').post(`/classrooms/${id}/comments`, { body: '一度だけ' }, { 'idempotency-key': 'k1' });
    const first = await send();
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await commentsIn(id)).toBe(1);
  });

  it('writes one comment per key even for concurrent calls, or after a crash lost the answer', async () => {
    const id = await room();
    const send = (body = '一度だけ') =>
      world.as('adult').post(`/classrooms/${id}/comments`, { body }, { 'idempotency-key': 'k2' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toContain(201);
    expect(await commentsIn(id)).toBe(1);
    // Only what the call wrote is left.
    await world.db.deleteFrom('idempotency_keys').execute();
    expect((await send()).status).toBe(201);
    expect(await send('ほかの言葉')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await commentsIn(id)).toBe(1);
    expect(
      (await world.as('student').post(`/classrooms/${id}/comments`, { body: '一度だけ' }, { 'idempotency-key': 'k2' }))
        .status,
    ).toBe(201);
    expect(await commentsIn(id)).toBe(2);
  });

  it('recognizes a repeated call by its first words after an edit', async () => {
    const id = await room();
    const send = (body: string) =>
      world.as('adult').post(`/classrooms/${id}/comments`, { body }, { 'idempotency-key': 'k3' });
    const { body: written } = await send('一度だけ');
    await world.as('adult').patch(`/classrooms/${id}/comments/${written.id}`, { body: '一度だけです' });
    // Only what the call wrote is left.
    await world.db.deleteFrom('idempotency_keys').execute();
    expect(await send('一度だけ')).toMatchObject({ status: 201, body: { id: written.id, body: '一度だけです' } });
    await world.db.deleteFrom('idempotency_keys').execute();
    expect(await send('ほかの言葉')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  it('does not count rejected comments against the rate limit', async () => {
    const id = await room();
    await write('adult', id, { body: '' });
    await write('adult', 'cls_none');
    expect((await write('adult', id)).status).toBe(201);
  });

  it('stores 500 characters, symbols, emoji and SQL verbatim', async () => {
    const id = await room();
    const body = "'); delete from classroom_comments; -- <script>\\" + '👩‍🚀'.repeat(10);
    expect((await write('adult', id, { body })).body.body).toBe(body);
    expect((await write('student', id, { body: '𠮷'.repeat(500) })).status).toBe(201);
    expect(await commentsIn(id)).toBe(2);
  });

  it.each([
    ['nothing', {}, 'body', 'コメントを入力してください。'],
    ['only whitespace', { body: ' 　\n' }, 'body', 'コメントを入力してください。'],
    ['501 characters', { body: 'あ'.repeat(501) }, 'body', 'コメントは500文字以内で入力してください。'],
    ['NUL', { body: 'a\u0000' }, 'body', '使えない文字が含まれています。'],
    ['a lone surrogate', { body: '\udc00' }, 'body', '使えない文字が含まれています。'],
    ['a number', { body: 1 }, 'body', 'コメントを入力してください。'],
    ['a list', { body: ['a'] }, 'body', 'コメントを入力してください。'],
  ])('rejects %s', async (_what, given, field, sentence) => {
    const id = await room();
    const { status, body } = await write('adult', id, given);
    expect([status, body]).toEqual([422, { error: sentence, code: 'invalid', fields: { [field]: sentence } }]);
    expect(await commentsIn(id)).toBe(0);
  });

  it('rejects another author', async () => {
    expect(answerOf(await write('adult', await room(), { body: 'あ', userId: world.people.student }))).toBe(
      '422 invalid',
    );
  });
});

describe('deleteClassroomComment', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 not_owner'],
    ['student', '403 not_owner'],
    ['child', '403 age_restricted'],
    ['school', '403 not_owner'],
    ['subscriber', '403 not_owner'],
    ['staff', '403 not_owner'],
    ['unverified', '403 not_owner'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
    ['professional', '204'],
    ['otherAdult', '204'],
  ] as [Caller, string][])("answers %s deleting another user's comment with %s", async (caller, expected) => {
    const id = await room();
    const comment = await insertComment(world.db, { classroom_id: id, user_id: crowd[0]?.id ?? null });
    expect(answerOf(await remove(caller, id, comment))).toBe(expected);
    expect(await commentsIn(id)).toBe(expected === '204' ? 0 : 1);
  });

  it.each(['adult', 'student', 'school', 'unverified', 'professional', 'otherAdult'] as const)(
    'lets %s delete their own comment',
    async (caller) => {
      const id = await room();
      const comment = await insertComment(world.db, { classroom_id: id, user_id: world.people[caller] });
      expect((await remove(caller, id, comment)).status).toBe(204);
      expect((await list('unauthenticated', id)).body.items[0].deletedBy).toBe('author');
    },
  );

  it.each([
    ['professional', 'host'],
    ['otherAdult', 'co_host'],
  ] as const)('keeps the place of a comment that %s deleted, without its text', async (caller, by) => {
    const id = await room();
    const comment = await insertComment(world.db, {
      classroom_id: id,
      user_id: world.people.adult,
      body: 'ひどい言葉',
    });
    await remove(caller, id, comment);
    const { body } = await list('adult', id);
    expect(body.items).toEqual([
      expect.objectContaining({ id: comment, body: '', deletedBy: by, deletedAt: expect.any(String), isMine: true }),
    ]);
    expect((await world.db.selectFrom('classroom_comments').select('body').execute())[0]?.body).toBe('ひどい言葉');
  });

  it('changes nothing when repeated, by anyone at any time', async () => {
    const id = await room();
    const comment = await insertComment(world.db, { classroom_id: id, user_id: world.people.adult });
    await insertComment(world.db, { classroom_id: id, user_id: world.people.adult });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => remove('adult', id, comment)),
      ...Array.from({ length: 10 }, () => remove('professional', id, comment)),
    ]);
    expect(answers.every(({ status }) => status === 204)).toBe(true);
    expect(await commentsIn(id)).toBe(1);
  });

  it('lets an author with the key of a private classroom delete a comment, and hides it from others', async () => {
    const id = await room({ private_mode: true });
    const { body } = await write('adult', id, { body: 'あ', key: KEY });
    expect(answerOf(await remove('student', id, body.id))).toBe('404 not_found');
    expect(answerOf(await remove('adult', id, body.id))).toBe('204');
  });

  it('does not let a host delete in another classroom', async () => {
    const [id, other] = [await room(), await insertClassroom(world.db, { host_id: world.people.adult })];
    const comment = await insertComment(world.db, { classroom_id: other, user_id: world.people.student });
    expect(answerOf(await remove('professional', id, comment))).toBe('404 not_found');
    expect(answerOf(await remove('professional', other, comment))).toBe('403 not_owner');
    expect(answerOf(await remove('professional', id, 'com_none'))).toBe('404 not_found');
    expect(answerOf(await remove('professional', id, "x'--"))).toBe('404 not_found');
  });
});

describe('updateClassroomComment', () => {
  const edit = (caller: Caller, id: string, commentId: string, body = '図で見るとわかります。') =>
    world.as(caller).patch(`/classrooms/${id}/comments/${commentId}`, { body });

  it('changes the own comment within ten minutes, marked, and no other', async () => {
    const id = await room();
    const own = await insertComment(world.db, { classroom_id: id, user_id: world.people.student, created_at: at(-9) });
    expect((await edit('student', id, own)).body).toMatchObject({
      body: '図で見るとわかります。',
      editedAt: expect.any(String),
    });
    expect(answerOf(await edit('adult', id, own))).toBe('403 not_owner');
    expect(answerOf(await edit('professional', id, own))).toBe('403 not_owner');
    const late = await insertComment(world.db, { classroom_id: id, user_id: world.people.adult, created_at: at(-10) });
    expect(answerOf(await edit('adult', id, late))).toBe('409 conflict');
    await remove('student', id, own);
    expect(answerOf(await edit('student', id, own))).toBe('404 not_found');
  });

  it('follows the rules of writing one', async () => {
    const id = await room();
    const ofChild = await insertComment(world.db, { classroom_id: id, user_id: world.people.child });
    expect(answerOf(await edit('child', id, ofChild))).toBe('403 age_restricted');
    const ofPupil = await insertComment(world.db, { classroom_id: id, user_id: world.people.school });
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    try {
      expect(answerOf(await edit('school', id, ofPupil))).toBe('403 role_required');
    } finally {
      await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    }
  });

  it('keeps the first words for whoever decides about a report', async () => {
    const id = await room();
    const comment = await insertComment(world.db, {
      classroom_id: id,
      user_id: world.people.student,
      body: 'ひどい言葉',
    });
    await edit('student', id, comment, 'やさしい言葉');
    await world.as('adult').post(`/classrooms/${id}/comments/${comment}/report`, { reason: 'abuse' });
    const { evidence } = await world.db.selectFrom('comment_reports').select('evidence').executeTakeFirstOrThrow();
    expect(evidence).toMatchObject({ comments: [{ body: 'やさしい言葉\n(編集前)ひどい言葉' }] });
  });
});

describe('a reply', () => {
  it('quotes the first line of its comment, as it is now, and nothing of a deleted one', async () => {
    const id = await room();
    const quoted = await insertComment(world.db, {
      classroom_id: id,
      user_id: world.people.student,
      body: '一行目\n二行目',
    });
    const { body } = await write('adult', id, { body: 'そうです。', replyTo: quoted });
    expect(body.replyTo).toEqual({ id: quoted, userId: world.people.student, nickname: '学生', line: '一行目' });
    await remove('student', id, quoted);
    expect((await list('adult', id)).body.items[0].replyTo).toMatchObject({ line: '' });
    expect(answerOf(await write('subscriber', id, { body: 'あ', replyTo: quoted }))).toBe('404 not_found');
    const elsewhere = await insertComment(world.db, { classroom_id: await room(), user_id: world.people.adult });
    expect(answerOf(await write('subscriber', id, { body: 'あ', replyTo: elsewhere }))).toBe('404 not_found');
  });
});
