import { addMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroomUser,
  insertComment,
  insertLiveRoom,
  insertParticipant,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

/**
 * Inserts a live room of the professional with three comments; otherStudent is banned. The second comment is the
 * reported one.
 */
async function setUp(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}) {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, ...given });
  await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: new Date(),
  });
  const comments = [];
  for (const [index, body] of ['前', 'ひどい言葉', '後'].entries()) {
    comments.push(
      await insertComment(world.db, {
        classroom_id: id,
        user_id: world.people.subscriber,
        body,
        created_at: addMinutes(new Date(), index - 3),
      }),
    );
  }
  return { id, comments, reported: comments[1] ?? '' };
}
const report = (caller: Caller, id: string, comment: string, body: object = { reason: 'abuse' }) =>
  world.as(caller).post(`/classrooms/${id}/comments/${comment}/report`, body);
const reports = () => world.db.selectFrom('comment_reports').selectAll().execute();

it.each([
  ['unauthenticated', '401 unauthenticated'],
  ['anonymous', '201'],
  ['adult', '201'],
  ['student', '201'],
  ['child', '201'],
  ['school', '201'],
  ['subscriber', '201'],
  ['staff', '201'],
  ['professional', '201'],
  ['otherAdult', '201'],
  ['resubmit', '403 need_resubmit'],
  ['suspended', '403 suspended'],
  ['otherStudent', '403 kicked'],
] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
  const { id, reported } = await setUp();
  expect(answerOf(await report(caller, id, reported))).toBe(expected);
  expect(await reports()).toHaveLength(expected === '201' ? 1 : 0);
});

it('keeps the surrounding comments and participants despite later deletions; repeating adds nothing', async () => {
  const { id, comments, reported } = await setUp();
  await report('adult', id, reported, { reason: 'other', detail: '困ります' });
  await world.as('subscriber').delete(`/classrooms/${id}/comments/${reported}`);
  const again = await report('adult', id, reported);
  expect([again.status, again.body]).toEqual([200, { ok: true }]);
  const [filed, ...more] = await reports();
  expect(more).toEqual([]);
  expect(filed).toMatchObject({
    comment_id: reported,
    reporter_id: world.people.adult,
    reason: 'other',
    detail: '困ります',
    state: 'open',
  });
  const evidence = filed?.evidence as unknown as {
    comments: { id: string; body: string }[];
    roster: string[];
    hash: string;
  };
  expect(evidence.comments.map((comment) => [comment.id, comment.body])).toEqual([
    [comments[0], '前'],
    [reported, 'ひどい言葉'],
    [comments[2], '後'],
  ]);
  expect(evidence.roster).toEqual([world.people.otherAdult, world.people.professional].sort());
  expect(evidence.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('limits anonymous viewers more strictly', async () => {
  const { id } = await setUp();
  const answers = [];
  for (let index = 0; index < 4; index += 1)
    answers.push(
      await report('anonymous', id, await insertComment(world.db, { classroom_id: id, user_id: world.people.adult })),
    );
  expect(answers.map(answerOf)).toEqual(['201', '201', '201', '429 rate_limited']);
});

it('requires the key of a private room and a comment of this room', async () => {
  const { id, reported } = await setUp({ private_mode: true });
  expect(answerOf(await report('adult', id, reported))).toBe('404 not_found');
  expect(answerOf(await report('adult', id, reported, { reason: 'spam', key: 'key-of-the-room' }))).toBe('201');
  const other = await setUp();
  expect(answerOf(await report('adult', other.id, reported))).toBe('404 not_found');
  expect(answerOf(await report('adult', other.id, other.reported, { reason: 'boring' }))).toBe('422 invalid');
});
