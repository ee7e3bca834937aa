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

describe('who may see a classroom', () => {
  it.each([
    ['anybody a public one', access(), {}, 'ok'],
    ['nobody a private one without its key', aPrivate(), {}, 'not_found'],
    ['nobody a private one with a wrong key', aPrivate(), { key: 'wrong' }, 'not_found'],
    ['whoever has the key a private one', aPrivate(), { key: 'right' }, 'ok'],
    ['its host a private one', aPrivate({ myRole: 'host' }), {}, 'ok'],
    ['whoever is in the room a private one', aPrivate({ myRole: 'listener' }), {}, 'ok'],
    ['whoever reserved a private one', aPrivate({ isReserved: true }), {}, 'ok'],
    ['whoever has something in it a private one', aPrivate(), { isInvolved: true }, 'ok'],
    [
      'nobody who was banned, even with the key',
      aPrivate({ isKicked: true, myRole: 'listener' }),
      { key: 'right' },
      'kicked',
    ],
    ['nobody a public one from whom a school keeps them apart', access({ isSchoolSeparated: true }), {}, 'not_found'],
    [
      'nobody a private one from whom a school keeps them apart, even with the key',
      aPrivate({ isSchoolSeparated: true }),
      { key: 'right' },
      'not_found',
    ],
    ['nobody who was banned from a public one', access({ isKicked: true }), {}, 'kicked'],
  ])('lets %s', (_rule, given, opening, expected) => {
    expect(codeOf(() => requireVisible(given, opening))).toBe(expected);
  });
});

describe('whom a classroom is for', () => {
  const kinds: Kind[] = ['anonymous', 'adult', 'student', 'child', 'school', 'professional'];

  it.each(kinds)('open to all lets %s in', (kind) => {
    expect(codeOf(() => requireAudience(access(), viewer(kind)))).toBe('ok');
  });

  it.each([
    ['anonymous', 'unauthenticated'],
    ['adult', 'audience_restricted'],
    ['student', 'ok'],
    ['child', 'ok'],
    ['school', 'ok'],
    ['professional', 'audience_restricted'],
  ] as const)('of students answers %s with %s', (kind, expected) => {
    expect(codeOf(() => requireAudience(access({ allUsers: false }), viewer(kind)))).toBe(expected);
  });

  it('of students lets its co-host in, whatever the age', () => {
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
] as const)('answers a seat in a classroom that is %s with %s', (state, expected) => {
  expect(codeOf(() => requireScheduled(access({ state })))).toBe(expected);
});

it('opens what a non-professional adult creates to all, and leaves it to everybody else', () => {
  expect(allUsersFor(viewer('adult'), false)).toBe(true);
  expect(allUsersFor(viewer('student'), false)).toBe(false);
  expect(allUsersFor(viewer('professional'), false)).toBe(false);
  expect(allUsersFor(viewer('professional'), true)).toBe(true);
});

it('counts seats by the classroom, but never more than the engine holds', () => {
  expect(seatsOf({ maxSpeakers: 4, maxListeners: 6 }, 50)).toBe(10);
  expect(seatsOf({ maxSpeakers: 50, maxListeners: 500 }, 50)).toBe(50);
});

it('ends 45 minutes after the start', () => {
  expect(endOf(new Date('2026-11-21T04:45:00.000Z')).toISOString()).toBe('2026-11-21T05:30:00.000Z');
});

it('counts people with any row in the room as members', () => {
  expect(isMemberOf(access())).toBe(false);
  expect(isMemberOf(access({ myRole: 'speaker' }))).toBe(true);
});
