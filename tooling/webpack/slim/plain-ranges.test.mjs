import { createRequire } from 'node:module';

import { inRoot } from '../../root.mjs';
import { satisfy } from './plain-ranges.mjs';

const require = createRequire(inRoot('shell/package.json'));

const versions = ['0.3.1', '0.4.0', '1.2.0', '1.2.9', '1.3.0', '1.10.0', '2.0.0', '19.3.0'];

it.each(['^1.2.0', '^1.3.0', '^0.3.0', '^2.0.0', '^19.0.0', '<=1.3.0', '<=1.10.0', '1.2.0'])(
  'reads %s as a semantic version range',
  (range) => {
    const semver = require('semver');
    for (const version of versions)
      expect([version, satisfy(version, range)]).toEqual([version, semver.satisfies(version, range)]);
  },
);

it('is satisfied by no version with letters', () => {
  expect(satisfy('1.2.0-canary', '^1.2.0')).toBe(false);
});
