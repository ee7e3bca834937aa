import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import { aMe } from '@manabiba/shared/testing/builders';

import { canDeleteComment, commentOffer, createOffer, hostActions, reservationOffer } from './classroom-permissions';

const person = aMe('adult');
const people = {
  anonymous: { role: 'anonymous', id: 'anon_1' },
  adult: person,
  student: { ...person, isStudentAge: true },
  child: { ...person, isStudentAge: true, canCommunicateAge: false },
  school: { ...person, isStudentAge: true, isPartnerSchoolStudent: true, partnerSchoolId: 'sch_1' },
  'school without the right': {
    ...person,
    isStudentAge: true,
    isPartnerSchoolStudent: true,
    canCreateClassroom: false,
    partnerSchool: { name: '港高校', policy: { canCreate: false, canSpeak: false, classmatesOnly: false } },
  },
  'without consent': { ...person, isStudentAge: true, guardianConsent: 'asked', guardianConsentNeeded: true },
  professional: { ...person, role: 'professional', isProfessional: true },
  suspended: { ...person, state: 'suspended' },
  'resubmitting student': { ...person, isStudentAge: true, state: 'need_resubmit' },
} satisfies Record<string, Me>;
type Who = keyof typeof people;

const room = {
  state: 'scheduled',
  allUsers: true,
  isReserved: false,
  myRole: null,
  eventId: null,
} satisfies Partial<Classroom>;

describe('a reservation', () => {
  it.each<[Who, string, string]>([
    ['anonymous', 'sign_in', 'sign_in'],
    ['adult', 'reserve', 'refused'],
    ['student', 'reserve', 'reserve'],
    ['child', 'reserve', 'reserve'],
    ['school', 'reserve', 'reserve'],
    ['professional', 'reserve', 'refused'],
  ])('%s: open to all %s, for young people only %s', (who, open, young) => {
    expect(reservationOffer(room, people[who]).kind).toBe(open);
    expect(reservationOffer({ ...room, allUsers: false }, people[who]).kind).toBe(young);
  });

  it.each([
    ['of the host', { myRole: 'host' }],
    ['in the room of an event', { eventId: 'evt_1' }],
    ['in a live class', { state: 'live' }],
    ['in an ended class', { state: 'ended' }],
    ['in a cancelled class', { state: 'cancelled' }],
  ] as const)('%s is not offered', (_what, given) => {
    expect(reservationOffer({ ...room, ...given }, people.student).kind).toBe('none');
  });

  it('can be cancelled even by someone who could not make it again', () => {
    expect(reservationOffer({ ...room, isReserved: true, allUsers: false }, people.adult).kind).toBe('cancel');
  });
});

it.each<[Who, string]>([
  ['anonymous', 'sign_in'],
  ['adult', 'write'],
  ['student', 'write'],
  ['child', 'too_young'],
  ['school', 'write'],
  ['professional', 'write'],
  ['school without the right', 'school'],
  ['without consent', 'consent'],
])('a comment by %s: %s', (who, offer) => {
  expect(commentOffer(people[who])).toBe(offer);
});

it.each<[string, { isMine: boolean; deletedAt: string | null }, Classroom['myRole'], Who, boolean]>([
  ['its author', { isMine: true, deletedAt: null }, null, 'adult', true],
  ['a stranger', { isMine: false, deletedAt: null }, null, 'adult', false],
  ['a listener', { isMine: false, deletedAt: null }, 'listener', 'adult', false],
  ['a speaker', { isMine: false, deletedAt: null }, 'speaker', 'adult', false],
  ['the host', { isMine: false, deletedAt: null }, 'host', 'adult', true],
  ['a co-host', { isMine: false, deletedAt: null }, 'co_host', 'student', true],
  ['a child', { isMine: true, deletedAt: null }, null, 'child', false],
  ['a visitor', { isMine: false, deletedAt: null }, null, 'anonymous', false],
  ['no one once it is deleted', { isMine: true, deletedAt: '2026-11-21T00:00:00.000Z' }, 'host', 'adult', false],
])('a comment may be deleted by %s: %#', (_who, comment, myRole, who, expected) => {
  expect(canDeleteComment(comment, { myRole }, people[who])).toBe(expected);
});

it.each([
  ['host', 'scheduled', { canEdit: true, canMoveStart: true, canCancel: true, canEnd: false, canDuplicate: true }],
  ['host', 'live', { canEdit: true, canMoveStart: false, canCancel: false, canEnd: true, canDuplicate: true }],
  ['host', 'ended', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: false, canDuplicate: true }],
  ['host', 'cancelled', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: false, canDuplicate: true }],
  ['co_host', 'live', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: false, canDuplicate: false }],
  [null, 'scheduled', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: false, canDuplicate: false }],
] as const)('host actions of %s in a %s classroom', (myRole, state, expected) => {
  expect(hostActions({ myRole, state, eventId: null })).toEqual(expected);
});

it.each([
  ['scheduled', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: false, canDuplicate: false }],
  ['live', { canEdit: false, canMoveStart: false, canCancel: false, canEnd: true, canDuplicate: false }],
] as const)('leaves the host of an event in its %s room only the end', (state, expected) => {
  expect(hostActions({ myRole: 'host', state, eventId: 'evt_1' })).toEqual(expected);
});

it.each<[Who, string]>([
  ['anonymous', 'none'],
  ['adult', 'create'],
  ['student', 'create'],
  ['child', 'none'],
  ['school', 'create'],
  ['school without the right', 'school'],
  ['without consent', 'consent'],
  ['professional', 'create'],
  ['suspended', 'none'],
  ['resubmitting student', 'none'],
])('creating a classroom offers %s: %s', (who, expected) => {
  expect(createOffer(people[who], false)).toBe(expected);
  expect(createOffer(people[who], true)).toBe('none');
});
