import { sharedVersions, shareRanges } from './webpack.config.mjs';

it('lets a remote demand at least the minor version of the facade that it was built against, and no other major one', () => {
  const [major, minor] = sharedVersions().platform.split('.');
  expect(shareRanges().platform).toBe(`^${major}.${minor}.0`);
});
