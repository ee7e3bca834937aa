import { satisfy } from './plain-ranges.mjs';

const versions = ['0.3.1', '0.4.0', '1.2.0', '1.2.9', '1.3.0', '1.10.0', '2.0.0', '19.3.0'];

/** The results of npm's semver. */
it.each([
  ['^0.3.0', ['0.3.1']],
  ['^1.2.0', ['1.2.0', '1.2.9', '1.3.0', '1.10.0']],
  ['^1.3.0', ['1.3.0', '1.10.0']],
  ['^2.0.0', ['2.0.0']],
  ['^19.0.0', ['19.3.0']],
  ['<=1.3.0', ['0.3.1', '0.4.0', '1.2.0', '1.2.9', '1.3.0']],
  ['<=1.10.0', ['0.3.1', '0.4.0', '1.2.0', '1.2.9', '1.3.0', '1.10.0']],
  ['1.2.0', ['1.2.0']],
])('treats %s as a semantic version range', (range, satisfying) => {
  expect(versions.filter((version) => satisfy(version, range))).toEqual(satisfying);
});

it('is not satisfied by a version with letters', () => {
  expect(satisfy('1.2.0-canary', '^1.2.0')).toBe(false);
});
