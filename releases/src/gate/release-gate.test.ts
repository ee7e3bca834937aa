import { rangeConflicts } from './release-gate';

const given = '19.3.1';
const conflicts = (range: string, version = given) =>
  rangeConflicts({ requires: { react: range } }, { react: version });

it.each(['^19.0.0', '^19.3.1', '~19.3.0', '>=19.1.0 <20.0.0', '^18.3.1 || ^19.0.0', '19.3.1', '19.x'])(
  'accepts the range %s',
  (range) => {
    expect(conflicts(range)).toEqual([]);
  },
);

it.each(['^19.3.2', '^19.4.0', '^20.0.0', '^18.3.1', '~19.2.0', '19.3.0', 'latest', 'react@19'])(
  'names the range %s, which the live version is outside of',
  (range) => {
    expect(conflicts(range)).toEqual([`It needs react ${range}; the live shell provides 19.3.1.`]);
  },
);

it('keeps to the minor version below 1.0.0, and accepts a version before a release only where it is named', () => {
  expect(conflicts('^0.4.0', '0.5.0')).toHaveLength(1);
  expect(conflicts('^19.0.0', '20.0.0-rc.1')).toHaveLength(1);
  expect(conflicts('^19.0.0-rc.1', '19.0.0-rc.2')).toEqual([]);
});
