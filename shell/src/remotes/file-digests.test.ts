import { digestOf, trustFiles } from './file-digests';

const OF_NOTHING = `sha384-${'A'.repeat(64)}`;

it.each([
  ['a file of this origin', '/r/mf-events/1/page.js', 'http://localhost/r/mf-events/1/page.js'],
  [
    'a file of another origin',
    'https://cdn.example/r/mf-events/2/page.js',
    'https://cdn.example/r/mf-events/2/page.js',
  ],
  ['a retry', '/r/mf-events/3/page.js', 'http://localhost/~r12/r/mf-events/3/page.js'],
  [
    'a retry at another origin',
    'https://cdn.example/r/mf-events/4/page.js',
    'https://cdn.example/~r1/r/mf-events/4/page.js',
  ],
])('returns the digest of %s', (_what, trusted, asked) => {
  trustFiles({ [trusted]: 'sha384-abc' });
  expect(digestOf(asked)).toBe('sha384-abc');
});

it.each([
  ['an unknown file', 'http://localhost/r/mf-events/5/other.js'],
  ['a known path of another origin', 'https://evil.example/r/mf-events/5/page.js'],
  ['a known file with a query', 'http://localhost/r/mf-events/5/page.js?1'],
])('returns an unmatchable digest for %s', (_what, asked) => {
  trustFiles({ '/r/mf-events/5/page.js': 'sha384-abc' });
  expect(digestOf(asked)).toBe(OF_NOTHING);
});
