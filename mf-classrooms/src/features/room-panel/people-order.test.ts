import { aRoomUser } from '../../core/testing/room-builders';
import { handsInOrder } from './hands-order';
import { inListOrder, namedLike } from './people-order';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
const names = (people: readonly { nickname: string }[]) => people.map(({ nickname }) => nickname);

it('lists host, co-hosts, speakers and listeners, each in joining order', () => {
  const people = [
    aRoomUser({ nickname: '聞1' }),
    aRoomUser({ nickname: '話1', role: 'speaker' }),
    aRoomUser({ nickname: '主', role: 'host' }),
    aRoomUser({ nickname: '聞2' }),
    aRoomUser({ nickname: '共', role: 'co_host' }),
    aRoomUser({ nickname: '話2', role: 'speaker' }),
  ];
  expect(names(inListOrder(people))).toEqual(['主', '共', '話1', '話2', '聞1', '聞2']);
  expect(people[0]?.nickname).toBe('聞1');
});

it('sorts hands by when they were raised, not by joining order', () => {
  const people = [
    aRoomUser({ nickname: '後', handRaisedAt: at(9) }),
    aRoomUser({ nickname: 'なし' }),
    aRoomUser({ nickname: '先', handRaisedAt: at(3) }),
  ];
  expect(names(handsInOrder(people, false))).toEqual(['先', '後']);
});

it('puts those who have not spoken yet before all others on request, each group by when hands were raised', () => {
  const people = [
    aRoomUser({ nickname: '話した後', handRaisedAt: at(5), hasSpoken: true }),
    aRoomUser({ nickname: '新しい後', handRaisedAt: at(9), hasSpoken: false }),
    aRoomUser({ nickname: '話した先', handRaisedAt: at(1), hasSpoken: true }),
    aRoomUser({ nickname: '新しい先', handRaisedAt: at(7), hasSpoken: false }),
    aRoomUser({ nickname: '前の版', handRaisedAt: at(3) }),
  ];
  expect(names(handsInOrder(people, true))).toEqual(['新しい先', '新しい後', '話した先', '前の版', '話した後']);
  expect(names(handsInOrder(people, false))).toEqual(['話した先', '前の版', '話した後', '新しい先', '新しい後']);
});

it.each([
  ['', ['森 拓海', 'サトウ Ken']],
  ['森拓', ['森 拓海']],
  ['ｻﾄｳ', ['サトウ Ken']],
  ['さと\u200bう', ['サトウ Ken']],
  ['KEN', ['サトウ Ken']],
  ['上田', []],
])('finds by %p', (words, found) => {
  expect(names(namedLike([aRoomUser({ nickname: '森 拓海' }), aRoomUser({ nickname: 'サトウ Ken' })], words))).toEqual(
    found,
  );
});
