import { pathWithin } from './direct-link';

it.each([
  ['/events/evt_1?tab=past#top', '/events/evt_1?tab=past#top'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n//evil.example', '/'],
  ['/..//evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
])('the link to %j leads to %s', (to, path) => {
  expect(pathWithin(to)).toBe(path);
});
