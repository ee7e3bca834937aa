/** @jest-environment node */
import { hasMatchingCheckDigit, isRegistrationNumber, normalizeRegistrationNumber } from './registration-number';

it.each([
  ['T7000012050002', 'T7000012050002'],
  ['t7000012050002', 'T7000012050002'],
  ['Ｔ７０００－０１２０－５０００２', 'T7000012050002'],
  ['7000 0120 50002', 'T7000012050002'],
  ['', ''],
  ['T123', 'T123'],
])('normalizes %s to %s', (typed, kept) => expect(normalizeRegistrationNumber(typed)).toBe(kept));

it.each([
  ['T7000012050002', true],
  ['T123456789012', false],
  ['', false],
])('%s is a well-formed number: %s', (text, expected) => {
  expect(isRegistrationNumber(text)).toBe(expected);
});

it('detects one mistyped digit or two swapped ones', () => {
  // The corporate number of the National Tax Agency.
  expect(hasMatchingCheckDigit('T7000012050002')).toBe(true);
  expect(hasMatchingCheckDigit('T7000012050003')).toBe(false);
  expect(hasMatchingCheckDigit('T7000021050002')).toBe(false);
});
