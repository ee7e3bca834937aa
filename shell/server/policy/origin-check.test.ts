import { isOurs } from './origin-check';

const PUBLIC_URL = 'https://manabiba.example';
const ask = (method: string, headers: Record<string, string>) =>
  isOurs({ method, headers: { host: '127.0.0.1:3600', ...headers } }, PUBLIC_URL);

it.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, true],
  ['our own page in an old browser', { origin: PUBLIC_URL }, true],
  ['a page at the address that received the request', { origin: 'http://127.0.0.1:3600' }, true],
  ['a direct navigation by the user', { 'sec-fetch-site': 'none' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['another site that sends our origin', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }, false],
  ['a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.manabiba.example' }, false],
  ['another site in an old browser', { origin: 'https://evil.example' }, false],
  ['a page with an opaque origin', { origin: 'null' }, false],
  ['our host with another port', { origin: 'https://manabiba.example:444' }, false],
  ['our host over plain http', { origin: 'http://manabiba.example' }, false],
  [
    'our host over plain http, at our own address',
    { host: 'manabiba.example', origin: 'http://manabiba.example' },
    false,
  ],
  ['an invalid origin', { origin: 'manabiba.example' }, false],
  ['a client without cookies', {}, true],
  ['a client with its own header', { authorization: 'Bearer a.b.c' }, true],
  ['a client with cookies but without an origin', { cookie: 'token=x' }, false],
])('%s', (_who, headers, isAllowed) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(ask(method, headers)).toBe(isAllowed);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(ask(method, headers)).toBe(true);
});
