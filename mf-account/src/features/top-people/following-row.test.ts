/** @jest-environment node */
import { aClassroom, aUser } from '@manabiba/shared/testing/builders';

import { followingRow } from './following-row';

const now = new Date(2026, 10, 21, 18, 30);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const [idle, later, live] = [
  aUser({ nickname: '予定なし' }),
  aUser({ nickname: '明日' }),
  aUser({ nickname: '開催中' }),
];
const row = (isComplete: boolean) =>
  followingRow(
    [idle, later, live],
    {
      live: [aClassroom({ host: live, state: 'live', startAt: at(21, 18), startedAt: at(21, 18) })],
      scheduled: [aClassroom({ host: later, startAt: at(24, 9) }), aClassroom({ host: later, startAt: at(22, 9) })],
      isComplete,
    },
    now,
  ).map(({ user, isLive, when }) => [user.nickname, isLive, when]);

it('puts live people first, then those whose classroom is next', () => {
  expect(row(true)).toEqual([
    ['開催中', true, '18:00から'],
    ['明日', false, '明日 9:00'],
    ['予定なし', false, '予定なし'],
  ]);
});

it('states nothing about people whose schedule is unknown', () => {
  expect(row(false).at(-1)).toEqual(['予定なし', false, null]);
});
