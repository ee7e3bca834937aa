import { isRegistry } from './registry';
import { retryUrl } from './retry-url';

it.each([
  ['the first attempt loads the release itself', '/r/mf-events/1/e.js', 0, 'http://localhost/r/mf-events/1/e.js'],
  ['a retry has its own path', '/r/mf-events/1/e.js', 2, 'http://localhost/~r2/r/mf-events/1/e.js'],
  [
    'a retry at another origin too',
    'https://cdn.example/r/mf-events/1/e.js',
    1,
    'https://cdn.example/~r1/r/mf-events/1/e.js',
  ],
  ['a retry at a dev server too', 'http://localhost:3101/e.js?x=1', 1, 'http://localhost:3101/~r1/e.js?x=1'],
])('%s', (_what, entry, attempt, url) => {
  expect(retryUrl(entry, attempt, 'http://localhost/events')).toBe(url);
});

it.each([
  [{ remotes: {} }, true],
  [null, false],
  ['<html>', false],
  [{ remotes: null }, false],
  [{ error: 'down' }, false],
])('%j is a registry: %s', (answer, is) => {
  expect(isRegistry(answer)).toBe(is);
});
