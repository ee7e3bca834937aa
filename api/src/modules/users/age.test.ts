import { bornBy, isStudentAge, isYoungerThan, needsGuardian, todayInJapan } from './age';

const at = (text: string) => new Date(text);

it('changes the day at midnight in Japan', () => {
  expect(todayInJapan(at('2026-11-21T14:59:59Z'))).toBe('2026-11-21');
  expect(todayInJapan(at('2026-11-21T15:00:00Z'))).toBe('2026-11-22');
});

it.each([
  ['the day before the birthday', '2013-11-23', true],
  ['the birthday', '2013-11-22', false],
  ['the day after', '2013-11-21', false],
])('is 13 from the birthday on: %s', (_when, birthDate, expected) => {
  expect(isYoungerThan(birthDate, 13, at('2026-11-21T15:00:00Z'))).toBe(expected);
});

it('treats 1 March as the birthday of a person born on 29 February in common years', () => {
  expect(isYoungerThan('2012-02-29', 13, at('2025-02-28T03:00:00Z'))).toBe(true);
  expect(isYoungerThan('2012-02-29', 13, at('2025-03-01T03:00:00Z'))).toBe(false);
  expect(isYoungerThan('2011-03-01', 13, at('2024-02-29T03:00:00Z'))).toBe(true);
});

it('compares with a day that exists on 29 February', () => {
  expect(bornBy(18, at('2028-02-29T03:00:00Z'))).toBe('2010-02-28');
});

it('counts 24 as a student and 15 as needing a guardian', () => {
  const now = at('2026-11-21T03:00:00Z');
  expect([isStudentAge('2001-11-22', now), isStudentAge('2001-11-21', now)]).toEqual([true, false]);
  expect([needsGuardian('2010-11-22', now), needsGuardian('2010-11-21', now)]).toEqual([true, false]);
});
