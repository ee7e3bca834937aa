import { isRegistry } from './registry';
import { retryUrl } from './retry-url';

it.each([
  ['the first attempt is the release itself', '/r/mf-events/1/e.js', 0, '/r/mf-events/1/e.js'],
  ['a further one has a path of its own', '/r/mf-events/1/e.js', 2, '/~r2/r/mf-events/1/e.js'],
  ['an absolute URL of this origin too', 'http://localhost/r/mf-events/1/e.js', 1, '/~r1/r/mf-events/1/e.js'],
  ['another origin gets a query', 'http://localhost:3101/e.js?x=1', 1, 'http://localhost:3101/e.js?x=1&r=1'],
])('%s', (_what, entry, attempt, url) => {
  expect(retryUrl(entry, attempt, 'http://localhost/events')).toBe(url);
});

it.each([[{ remotes: {} }, true], [null, false], ['<html>', false], [{ remotes: null }, false], [{ error: 'down' }, false]])('%j is a registry: %s', (answer, is) => {
  expect(isRegistry(answer)).toBe(is);
});
