import type { Kind } from '@manabiba/shared/contract/endpoint';

import type { Viewer } from '../../access/viewer';
import {
  allUsersFor,
  type ClassroomAccess,
  endOf,
  isMemberOf,
  requireAudience,
  requireScheduled,
  requireVisible,
  seatsOf,
} from './classroom-rules';

const access = (given: Partial<ClassroomAccess> = {}): ClassroomAccess => ({
  id: 'cls_1',
  state: 'scheduled',
  allUsers: true,
  privateMode: false,
  privateKey: null,
  maxSpeakers: 50,
  maxListeners: 500,
  reservedCount: 0,
  myRole: null,
  isKicked: false,
  isSchoolSeparated: false,
  isReserved: false,
  eventId: null,
  isEventAudience: false,
  ...given,
});
const aPrivate = (given: Partial<ClassroomAccess> = {}) => access({ privateMode: true, privateKey: 'right', ...given });
const viewer = (kind: Kind) => ({ kind, id: 'usr_1' }) as Viewer;
const codeOf = (act: () => unknown) => {
  try {
    act();
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('visibility', () => {
  it.each([
    ['anyone see a public one', access(), {}, 'ok'],
    ['no one see a private one without its key', aPrivate(), {}, 'not_found'],
    ['no one see a private one with a wrong key', aPrivate(), { key: 'wrong' }, 'not_found'],
    ['a user with the key see a private one', aPrivate(), { key: 'right' }, 'ok'],
    ['its host see a private one', aPrivate({ myRole: 'host' }), {}, 'ok'],
    ['a participant see a private one', aPrivate({ myRole: 'listener' }), {}, 'ok'],
    ['a user with a reservation see a private one', aPrivate({ isReserved: true }), {}, 'ok'],
    ['an involved user see a private one', aPrivate(), { isInvolved: true }, 'ok'],
    [
      'no kicked user see a private one, even with the key',
      aPrivate({ isKicked: true, myRole: 'listener' }),
      { key: 'right' },
      'kicked',
    ],
    ['no user separated by school see a public one', access({ isSchoolSeparated: true }), {}, 'not_found'],
    [
      'no user separated by school see a private one, even with the key',
      aPrivate({ isSchoolSeparated: true }),
      { key: 'right' },
      'not_found',
    ],
    ['no kicked user see a public one', access({ isKicked: true }), {}, 'kicked'],
  ])('lets %s', (_rule, given, opening, expected) => {
    expect(codeOf(() => requireVisible(given, opening))).toBe(expected);
  });
});

describe('audience', () => {
  const kinds: Kind[] = ['anonymous', 'adult', 'student', 'child', 'school', 'professional'];

  it.each(kinds)('lets %s into a classroom open to all', (kind) => {
    expect(codeOf(() => requireAudience(access(), viewer(kind)))).toBe('ok');
  });

  it.each([
    ['anonymous', 'unauthenticated'],
    ['adult', 'audience_restricted'],
    ['student', 'ok'],
    ['child', 'ok'],
    ['school', 'ok'],
    ['professional', 'audience_restricted'],
  ] as const)('answers %s with %s in a student classroom', (kind, expected) => {
    expect(codeOf(() => requireAudience(access({ allUsers: false }), viewer(kind)))).toBe(expected);
  });

  it('lets a co-host of any age into a student classroom', () => {
    expect(codeOf(() => requireAudience(access({ allUsers: false, myRole: 'co_host' }), viewer('professional')))).toBe(
      'ok',
    );
  });
});

it.each([
  ['scheduled', 'ok'],
  ['live', 'conflict'],
  ['ended', 'ended'],
  ['cancelled', 'ended'],
] as const)('answers a reservation in a classroom that is %s with %s', (state, expected) => {
  expect(codeOf(() => requireScheduled(access({ state })))).toBe(expected);
});

it('opens classrooms of non-professional adults to all and leaves other users the choice', () => {
  expect(allUsersFor(viewer('adult'), false)).toBe(true);
  expect(allUsersFor(viewer('student'), false)).toBe(false);
  expect(allUsersFor(viewer('professional'), false)).toBe(false);
  expect(allUsersFor(viewer('professional'), true)).toBe(true);
});

it('limits the capacity of a classroom to that of the engine', () => {
  expect(seatsOf({ maxSpeakers: 4, maxListeners: 6 }, 50)).toBe(10);
  expect(seatsOf({ maxSpeakers: 50, maxListeners: 500 }, 50)).toBe(50);
});

it('ends 45 minutes after the start', () => {
  expect(endOf(new Date('2026-11-21T04:45:00.000Z')).toISOString()).toBe('2026-11-21T05:30:00.000Z');
});

it('counts users with any row in the room as members', () => {
  expect(isMemberOf(access())).toBe(false);
  expect(isMemberOf(access({ myRole: 'speaker' }))).toBe(true);
});
