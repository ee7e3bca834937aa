import { sharedVersions, shareRanges } from './webpack.config.mjs';

it('lets a remote require at least the minor version of the facade that it was built against, and no other major version', () => {
  const [major, minor] = sharedVersions().platform.split('.');
  expect(shareRanges().platform).toBe(`^${major}.${minor}.0`);
});
