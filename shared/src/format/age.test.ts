import { ageInJapan, needsGuardian } from './age';

/** The 21st in Japan, still the 20th in UTC. */
const now = new Date('2026-11-20T15:00:00Z');

it.each([
  ['2010-11-21', 16],
  ['2010-11-22', 15],
  ['2001-11-21', 25],
  ['2001-11-22', 24],
  ['2026-11-21', 0],
  ['2026-11-22', null],
  ['', null],
  ['not a day', null],
])('a birth date of %s is age %s in Japan', (birthDate, age) => {
  expect(ageInJapan(birthDate, now)).toBe(age);
});

it.each([
  ['2011-11-21', true],
  ['2010-11-22', true],
  ['2010-11-21', false],
  ['2026-11-22', false],
  ['', false],
])('a birth date of %s needs a guardian: %s', (birthDate, needs) => {
  expect(needsGuardian(birthDate, now)).toBe(needs);
});
