import { isOurs } from './origin-check';

const PUBLIC_URL = 'https://manabiba.example';
const ask = (method: string, headers: Record<string, string>) =>
  isOurs({ method, headers: { host: '127.0.0.1:3600', ...headers } }, PUBLIC_URL);

it.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, true],
  ['a page of ours in an old browser', { origin: PUBLIC_URL }, true],
  ['a page at the address it was sent to', { origin: 'http://127.0.0.1:3600' }, true],
  ["the person's own hand", { 'sec-fetch-site': 'none' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }, false],
  ['a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.manabiba.example' }, false],
  ['another site in an old browser', { origin: 'https://evil.example' }, false],
  ['a page without an origin', { origin: 'null' }, false],
  ['our name with another port', { origin: 'https://manabiba.example:444' }, false],
  ['our name without encryption', { origin: 'http://manabiba.example' }, false],
  [
    'our name without encryption, at our own address',
    { host: 'manabiba.example', origin: 'http://manabiba.example' },
    false,
  ],
  ['an origin that is none', { origin: 'manabiba.example' }, false],
  ['a client without cookies', {}, true],
  ['a client with a header of its own', { authorization: 'Bearer a.b.c' }, true],
  ['somebody with cookies who says nothing of a page', { cookie: 'token=x' }, false],
])('%s', (_who, headers, isAllowed) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(ask(method, headers)).toBe(isAllowed);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(ask(method, headers)).toBe(true);
});
