import type { AccessRequest } from '../../engines/firestore/src/access/access';
import { liveRules } from './live-rules';

const inRoomA = { get: (path: string) => (path === 'rooms/a/users/usr_1' ? ({} as never) : undefined) };
const caller = (rooms: unknown) => ({ kind: 'user', uid: 'usr_1', claims: { rooms }, expiresAt: 0 }) as const;
const collection = (parent: string, collectionId?: string, allDescendants = false) => (
  { operation: 'listen', query: { parent, allDescendants, orders: [], offset: 0, ...(collectionId ? { collectionId } : {}) } } as const
);
const document = (path: string) => ({ operation: 'listen', path }) as const;
const may = (request: object, rooms: unknown = ['a', 'b']) => liveRules({ caller: caller(rooms), documents: inRoomA, ...request } as unknown as AccessRequest);

it.each([
  ['the room', document('rooms/a')],
  ['one of its people', document('rooms/a/users/usr_2')],
  ['its people', collection('rooms/a', 'users')],
  ['its comments', collection('rooms/a', 'comments')],
  ['oneself', document('people/usr_1')],
])('whoever is in a room reads %s', (_what, request) => {
  expect(may(request)).toBe(true);
});

it.each([
  ['a room that the token names and one is not in', document('rooms/b')],
  ['the people of such a room', collection('rooms/b', 'users')],
  ['another person', document('people/usr_2')],
  ['everybody', collection('', 'people')],
  ['all rooms', collection('', 'rooms')],
  ['the comments of all rooms', collection('', 'comments', true)],
  ['all that lies below one’s room', collection('rooms/a', 'users', true)],
  ['all collections of one’s room', collection('rooms/a')],
  ['something else in one’s room', collection('rooms/a', 'secrets')],
  ['something deeper', document('rooms/a/users/usr_1/private/x')],
  ['anything else', document('other/x')],
  ['the names of collections', { operation: 'listCollections', parent: 'rooms/a' }],
])('nobody reads %s', (_what, request) => {
  expect(may(request)).toBe(false);
});

it('a token without rooms reads none, and nobody writes', () => {
  expect(may(document('rooms/a'), [])).toBe(false);
  expect(may(document('rooms/a'), 'a')).toBe(false);
  expect(may({ operation: 'write', path: 'rooms/a' })).toBe(false);
});

it('somebody without a token reads nothing', () => {
  expect(liveRules({ caller: { kind: 'anonymous' }, documents: inRoomA, ...document('rooms/a') } as AccessRequest)).toBe(false);
});
