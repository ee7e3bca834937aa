/** @jest-environment node */
import { nextClassroomNote, whenShort } from './when';

const now = new Date(2026, 10, 21, 18, 30);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

it.each([
  ['later today', at(21, 20, 15), '今日 20:15'],
  ['tomorrow', at(22, 9), '明日 9:00'],
  ['a few days ahead', at(24, 9), '11月24日'],
])('formats %s', (_case, startAt, words) => expect(whenShort(startAt, now)).toBe(words));

it.each([
  ['no upcoming classroom', null, undefined],
  ['a classroom in progress', at(21, 18), '開催中'],
  ['a classroom tonight', at(21, 21), '次回 今日 21:00'],
  ['a classroom next week', at(29, 16), '次回 11月29日(日)'],
])('describes a professional with %s', (_case, next, words) => expect(nextClassroomNote(next, now)).toBe(words));
