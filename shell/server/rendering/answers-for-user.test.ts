import type { PrefetchedAnswer } from '@manabiba/shared/navigation/initial-queries';

import { answersForUser } from './answers-for-user';

const ME = 'usr_me';
const host = { id: 'usr_host', nickname: '佐藤', canBeFollowed: true, isFollowed: false };
const classroom = {
  id: 'cls_1',
  name: '三角関数',
  host,
  isReserved: false,
  myRole: null,
  reservedUsers: [] as object[],
};
const call = (answer: unknown, name = 'getClassroom'): PrefetchedAnswer => ({
  call: name,
  params: { id: '{id}' },
  tags: [],
  answer,
});
const pattern = '/classrooms/{id}';
const queries = [
  { call: 'getClassroom', params: { id: '{id}' } },
  { call: 'listMine', params: { id: '{id}' }, for: 'person' },
] as const;
const compare = (anonymous: PrefetchedAnswer[], own: PrefetchedAnswer[]) =>
  answersForUser({ pattern, calls: anonymous }, { pattern, calls: own }, { userId: ME, queries });

it('has nothing to add where both get the same', () => {
  expect(compare([call(classroom)], [call({ ...classroom })])).toEqual({ pattern, calls: [call(classroom)] });
});

it.each([
  ['a reservation', { isReserved: true }],
  ['a host whom they follow', { host: { ...host, isFollowed: true } }],
])('keeps the answer to nobody beside one that tells of %s', (_what, change) => {
  const own = { ...classroom, ...change };
  expect(compare([call(classroom)], [call(own)])?.calls).toEqual([{ ...call(own), drawnWith: classroom }]);
});

it('lets people be unable to follow themselves, and nobody else', () => {
  const withUsers = (id: string, canBeFollowed: boolean) =>
    call({ ...classroom, reservedUsers: [{ id, canBeFollowed }] });
  expect(compare([withUsers(ME, true)], [withUsers(ME, false)])).not.toBeNull();
  expect(compare([withUsers('usr_child', true)], [withUsers('usr_child', false)])).toBeNull();
});

it('takes a role in the room as a relation in lists, and as another page on its own', () => {
  const own = { ...classroom, myRole: 'host' };
  expect(compare([call(classroom)], [call(own)])).toBeNull();
  expect(compare([call({ items: [classroom] })], [call({ items: [own] })])).not.toBeNull();
});

it('takes the right to watch as a relation in lists', () => {
  const archive = { id: 'arc_1', canWatch: false, captionUrl: null };
  const own = { id: 'arc_1', canWatch: true, captionUrl: '/captions.vtt' };
  expect(compare([call({ items: [archive] })], [call({ items: [own] })])).not.toBeNull();
  expect(compare([call(archive)], [call(own)])).toBeNull();
});

it.each([
  ['an item that they must not see', { items: [classroom] }, { items: [] }],
  ['another order', { items: [{ id: 'a' }, { id: 'b' }] }, { items: [{ id: 'b' }, { id: 'a' }] }],
  ['an item that only they see', { items: [] }, { items: [classroom] }],
  ['another text', classroom, { ...classroom, name: '別の教室' }],
  ['a field more', classroom, { ...classroom, review: { progress: 1 } }],
  ['a video that only they may watch', { canWatch: false, hlsUrl: null }, { canWatch: true, hlsUrl: '/a.m3u8' }],
  ['nothing where there is something', null, classroom],
  ['something where there is nothing', classroom, null],
])('is no page for them: %s', (_what, anonymous, own) => {
  expect(compare([call(anonymous)], [call(own)])).toBeNull();
});

it('needs an answer to each on both sides, but for what only people are asked about', () => {
  expect(compare([call(classroom), call({}, 'listCategories')], [call(classroom)])).toBeNull();
  expect(compare([call(classroom)], [call(classroom), call({}, 'listCategories')])).toBeNull();
  expect(compare([call(classroom)], [call(classroom), call({}, 'listMine')])?.calls).toHaveLength(2);
  expect(answersForUser(undefined, undefined, { userId: ME, queries })).toBeNull();
});
