import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AccessRequest } from '@manabiba/engine-firestore/access';

import { roomAccessRules } from '../../../api/src/modules/classrooms/live-documents/room-access';
import { cloudRules } from '../testing/cloud-rules';
import { authorizeLiveRequest, permitLiveRequest } from './rules';

const there = ['rooms/a/users/usr_1', 'people/usr_1/sessions/ses_1'];
const inRoomA = { get: (path: string) => (there.includes(path) ? ({} as never) : undefined) };
const caller = (rooms: unknown, session: object = { session: 'ses_1' }) =>
  ({ kind: 'user', uid: 'usr_1', claims: { rooms, ...session }, expiresAt: 0 }) as const;
const collection = (parent: string, collectionId?: string, allDescendants = false) =>
  ({
    operation: 'listen',
    query: { parent, allDescendants, orders: [], offset: 0, ...(collectionId ? { collectionId } : {}) },
  }) as const;
const document = (path: string) => ({ operation: 'listen', path }) as const;
const may = (request: object, rooms: unknown = ['a', 'b'], session?: object) =>
  authorizeLiveRequest({ caller: caller(rooms, session), documents: inRoomA, ...request } as unknown as AccessRequest);

it.each([
  ['the room', document('rooms/a')],
  ['one participant', document('rooms/a/users/usr_2')],
  ['its participants', collection('rooms/a', 'users')],
  ['its comments', collection('rooms/a', 'comments')],
  ['its polls', collection('rooms/a', 'polls')],
  ['its division into groups', collection('rooms/a', 'splits')],
  ['what is on its board', collection('rooms/a', 'boardElements')],
  ['their own document', document('people/usr_1')],
])('a participant can read %s', (_what, request) => {
  expect(may(request)).toBe(true);
});

it.each([
  ['a room that the token names but the user has not joined', document('rooms/b')],
  ['the participants of such a room', collection('rooms/b', 'users')],
  ['the document of another user', document('people/usr_2')],
  ['the documents of all users', collection('', 'people')],
  ['all rooms', collection('', 'rooms')],
  ['the comments of all rooms', collection('', 'comments', true)],
  ['everything below their own room', collection('rooms/a', 'users', true)],
  ['all collections of their own room', collection('rooms/a')],
  ['another collection in their own room', collection('rooms/a', 'secrets')],
  ['their own sessions', collection('people/usr_1', 'sessions')],
  ['one of their own sessions', document('people/usr_1/sessions/ses_1')],
  ['a deeper path', document('rooms/a/users/usr_1/private/x')],
  ['anything else', document('other/x')],
  ['the collection names', { operation: 'listCollections', parent: 'rooms/a' }],
])('nobody can read %s', (_what, request) => {
  expect(may(request)).toBe(false);
});

it('a token without rooms reads no room, and no client can write', () => {
  expect(may(document('rooms/a'), [])).toBe(false);
  expect(may(document('rooms/a'), 'a')).toBe(false);
  expect(may({ operation: 'write', path: 'rooms/a' })).toBe(false);
});

it.each([
  ['that has ended', { session: 'ses_2' }],
  ['without a user', {}],
  ['with a malformed id', { session: ['ses_1'] }],
])('a session %s cannot read anything', (_which, session) => {
  expect([may(document('rooms/a'), ['a'], session), may(document('people/usr_1'), ['a'], session)]).toEqual([
    false,
    false,
  ]);
});

it('a visitor without an account can read the room they are in', () => {
  expect(may(document('rooms/a'), ['a'], { anonymous: true })).toBe(true);
});

it('a client without a token cannot read anything', () => {
  expect(
    authorizeLiveRequest({
      caller: { kind: 'anonymous' },
      documents: inRoomA,
      ...document('rooms/a'),
    } as AccessRequest),
  ).toBe(false);
});

it('only permitted operations of a client with a token have their bodies read', () => {
  const operations = ['get', 'list', 'aggregate', 'listen', 'listCollections', 'write'] as const;
  expect(operations.filter((operation) => permitLiveRequest(caller([]), operation))).toEqual([
    'get',
    'list',
    'aggregate',
    'listen',
  ]);
  expect(operations.filter((operation) => permitLiveRequest({ kind: 'anonymous' }, operation))).toEqual([]);
});

describe('the rules for Cloud Firestore agree', () => {
  const ask = cloudRules(readFileSync(join(import.meta.dirname, '../../../deploy/firestore.rules'), 'utf8'));
  const exists = (path: string) => there.includes(path);
  const who = [
    ...[{ session: 'ses_1' }, { session: 'ses_2' }, { anonymous: true }, { anonymous: false }].flatMap((session) => [
      { uid: 'usr_1', claims: { rooms: ['a', 'b'], ...session } },
      { uid: 'usr_1', claims: { rooms: [], ...session } },
      { uid: 'usr_1', claims: { rooms: 'a', ...session } },
      { uid: 'usr_1', claims: session },
      { uid: 'usr_2', claims: { rooms: ['a', 'b'], ...session } },
    ]),
    { uid: undefined, claims: {} },
  ];
  const nouns = roomAccessRules.flatMap(({ documents }) => /^rooms\/\{room\}\/(\w+)/.exec(documents)?.[1] ?? []);
  const paths = [
    ...nouns.flatMap((noun) => [`rooms/a/${noun}/x`, `rooms/b/${noun}/x`]),
    'rooms/a',
    'rooms/b',
    'rooms/a/users/usr_1',
    'rooms/a/users/usr_2',
    'rooms/a/comments/c1',
    'rooms/b/users/usr_1',
    'rooms/b/comments/c1',
    'rooms/a/secrets/x',
    'rooms/a/users/usr_1/private/x',
    'people/usr_1',
    'people/usr_2',
    'people/usr_1/devices/x',
    'people/usr_1/sessions/ses_1',
    'other/x',
    'a/users/users/usr_1',
  ];
  const here = ({ uid, claims }: (typeof who)[number], request: object) =>
    authorizeLiveRequest({
      caller: uid === undefined ? { kind: 'anonymous' } : { kind: 'user', uid, claims, expiresAt: 0 },
      documents: inRoomA,
      ...request,
    } as unknown as AccessRequest);

  it.each(paths)('on reading and writing %s', (path) => {
    for (const person of who) {
      const answers = {
        get: here(person, { operation: 'get', path }),
        listen: here(person, document(path)),
        write: here(person, { operation: 'write', path }),
      };
      const cloud = (method: 'get' | 'create' | 'update' | 'delete') => ask({ ...person, method, path, exists });
      expect({
        person,
        get: cloud('get'),
        listen: cloud('get'),
        write: cloud('create') || cloud('update') || cloud('delete'),
      }).toEqual({ person, ...answers });
    }
  });

  // The people collection is left out: Cloud Firestore would permit a query for one's own id alone, which no client
  // sends.
  it.each<[parent: string, collectionId: string]>([
    ...nouns.flatMap((noun): [string, string][] => [
      ['rooms/a', noun],
      ['rooms/b', noun],
    ]),
    ['rooms/a', 'secrets'],
    ['', 'rooms'],
    ['', 'people'],
    ['rooms/a/users/usr_1', 'private'],
  ])('on listing the collection %s/%s', (parent, collectionId) => {
    for (const person of who) {
      const path = [parent, collectionId, 'any'].filter(Boolean).join('/');
      expect({ person, may: ask({ ...person, method: 'list', path, exists }) }).toEqual({
        person,
        may: here(person, collection(parent, collectionId)),
      });
    }
  });
});
