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

it('adds nothing when both answers are equal', () => {
  expect(compare([call(classroom)], [call({ ...classroom })])).toEqual({ pattern, calls: [call(classroom)] });
});

it.each([
  ['a reservation', { isReserved: true }],
  ['a followed host', { host: { ...host, isFollowed: true } }],
])('keeps the anonymous answer next to one with %s', (_what, change) => {
  const own = { ...classroom, ...change };
  expect(compare([call(classroom)], [call(own)])?.calls).toEqual([{ ...call(own), drawnWith: classroom }]);
});

it('ignores that users cannot follow themselves, but not that they cannot follow others', () => {
  const withUsers = (id: string, canBeFollowed: boolean) =>
    call({ ...classroom, reservedUsers: [{ id, canBeFollowed }] });
  expect(compare([withUsers(ME, true)], [withUsers(ME, false)])).not.toBeNull();
  expect(compare([withUsers('usr_child', true)], [withUsers('usr_child', false)])).toBeNull();
});

it('ignores the role in a room in lists, but not on its own page', () => {
  const own = { ...classroom, myRole: 'host' };
  expect(compare([call(classroom)], [call(own)])).toBeNull();
  expect(compare([call({ items: [classroom] })], [call({ items: [own] })])).not.toBeNull();
});

it('ignores the right to watch in lists', () => {
  const archive = { id: 'arc_1', canWatch: false, captionUrl: null };
  const own = { id: 'arc_1', canWatch: true, captionUrl: '/captions.vtt' };
  expect(compare([call({ items: [archive] })], [call({ items: [own] })])).not.toBeNull();
  expect(compare([call(archive)], [call(own)])).toBeNull();
});

it.each([
  ['an item that the user must not see', { items: [classroom] }, { items: [] }],
  ['another order', { items: [{ id: 'a' }, { id: 'b' }] }, { items: [{ id: 'b' }, { id: 'a' }] }],
  ['an item that only the user sees', { items: [] }, { items: [classroom] }],
  ['another text', classroom, { ...classroom, name: '別の教室' }],
  ['a field more', classroom, { ...classroom, review: { progress: 1 } }],
  ['a video that only the user may watch', { canWatch: false, hlsUrl: null }, { canWatch: true, hlsUrl: '/a.m3u8' }],
  ['no value instead of one', null, classroom],
  ['a value instead of none', classroom, null],
])('does not render the page for a user with %s', (_what, anonymous, own) => {
  expect(compare([call(anonymous)], [call(own)])).toBeNull();
});

it('needs both answers to each query, except queries for signed-in users', () => {
  expect(compare([call(classroom), call({}, 'listCategories')], [call(classroom)])).toBeNull();
  expect(compare([call(classroom)], [call(classroom), call({}, 'listCategories')])).toBeNull();
  expect(compare([call(classroom)], [call(classroom), call({}, 'listMine')])?.calls).toHaveLength(2);
  expect(answersForUser(undefined, undefined, { userId: ME, queries })).toBeNull();
});
