import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { aMe } from '@manabiba/shared/testing/builders';

import { hasRights, rightsOver } from './room-rights';

const me = aMe('adult');
const target = {
  id: 'usr_other',
  role: 'listener' as RoomRole,
  isMuted: false,
  isAnonymous: false,
  handRaisedAt: null,
};

it.each<[RoomRole, RoomRole, { mutes: boolean; gives: RoomRole[]; kicks: boolean }]>([
  ['host', 'listener', { mutes: true, gives: ['speaker', 'co_host'], kicks: true }],
  ['host', 'speaker', { mutes: true, gives: ['listener', 'co_host'], kicks: true }],
  ['host', 'co_host', { mutes: true, gives: ['speaker', 'listener'], kicks: true }],
  ['co_host', 'listener', { mutes: true, gives: ['speaker'], kicks: true }],
  ['co_host', 'speaker', { mutes: true, gives: ['listener'], kicks: true }],
  ['co_host', 'co_host', { mutes: true, gives: [], kicks: false }],
  ['co_host', 'host', { mutes: false, gives: [], kicks: false }],
  ['speaker', 'listener', { mutes: false, gives: [], kicks: false }],
  ['listener', 'speaker', { mutes: false, gives: [], kicks: false }],
])('rights of a %s over a %s', (mine, theirs, { mutes, gives, kicks }) => {
  expect(rightsOver({ ...target, role: theirs }, mine, me)).toMatchObject({
    canMute: mutes,
    roles: gives,
    canKick: kicks,
    canReport: true,
    canBlock: true,
  });
});

it('never offers unmuting', () => {
  expect(rightsOver({ ...target, isMuted: true }, 'host', me).canMute).toBe(false);
});

it('lets a moderator lower a raised hand', () => {
  const raised = { ...target, handRaisedAt: '2026-11-21T10:00:00.000Z' };
  expect(rightsOver(raised, 'co_host', me).canLowerHand).toBe(true);
  expect(rightsOver(raised, 'speaker', me).canLowerHand).toBe(false);
  expect(rightsOver(target, 'host', me).canLowerHand).toBe(false);
});

it('offers neither speaking roles nor blocking for an anonymous participant', () => {
  expect(rightsOver({ ...target, isAnonymous: true }, 'host', me)).toMatchObject({
    roles: [],
    canBlock: false,
    canKick: true,
    canReport: false,
  });
});

it('gives an anonymous visitor no rights over anyone', () => {
  expect(hasRights(rightsOver(target, 'listener', aMe('anonymous')))).toBe(false);
  expect(hasRights(rightsOver(target, 'listener', me))).toBe(true);
});

it('gives no rights over oneself', () => {
  expect(hasRights(rightsOver({ ...target, id: me.id }, 'host', me))).toBe(false);
});
