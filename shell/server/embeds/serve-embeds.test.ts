import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { aTicketType, anEvent } from '@manabiba/shared/testing/builders';
import Fastify, { type FastifyInstance } from 'fastify';
import { JSDOM } from 'jsdom';

import type { ApiAnswer } from '../pages/ask-api';
import { addSecurityHeaders } from '../policy/security-headers';
import { serveEmbeds } from './serve-embeds';

let app: FastifyInstance;
let answer: ApiAnswer;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  app = Fastify();
  addSecurityHeaders(app, { isHttps: true });
  serveEmbeds(app, {
    askApi: ({ path, token }) => {
      asked.push(`${path} ${token ?? 'anonymous'}`);
      return Promise.resolve(answer);
    },
    publicUrl: 'https://manabiba.example',
    styles: [{ url: '/s/1/shell.css' }],
    images: ['https://files.manabiba.example'],
  });
  await app.ready();
});
afterEach(() => app.close());

const ahead = anEvent();
const isEvent = (event: ClassroomEvent): ApiAnswer => ({ status: 200, body: event });
async function open(url: string) {
  const response = await app.inject({ url, headers: { cookie: 'session=secret' } });
  return { ...response, status: response.statusCode, document: new JSDOM(response.payload).window.document };
}
const textOf = (document: Document) => document.body.textContent.replace(/\s+/g, ' ').trim();

it('is a document that every page may frame, without scripts, cookies or the reader’s session', async () => {
  answer = isEvent(ahead);
  const { status, headers, document } = await open(`/embed/events/${ahead.id}`);
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https:\/\/files\.manabiba\.example; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
  );
  expect(headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=60',
  });
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(document.querySelector('script')).toBeNull();
  expect(asked).toEqual([`/v1/events/${ahead.id} anonymous`]);
});

it('shows the facts of an event and leads to its page in a new tab', async () => {
  answer = isEvent({
    ...ahead,
    title: '星を見る<夜>',
    subtitle: '',
    startAt: '2999-01-02T10:00:00.000Z',
    tickets: [aTicketType({ kind: 'general', price: 1500, quota: 20, sold: 3, held: 0 })],
  });
  const { document } = await open(`/embed/events/${ahead.id}`);
  const link = document.querySelector('a');
  expect(link?.href).toBe(`https://manabiba.example/events/${ahead.id}`);
  expect(link?.target).toBe('_blank');
  expect(link?.rel).toBe('noopener');
  const text = textOf(document);
  for (const fact of ['星を見る<夜>', '2999年1月2日', '19:00', ahead.organizer.orgName, '1,500円(税込)'])
    expect(text).toContain(fact);
});

it.each([
  [{ state: 'cancelled' as const }, '中止になりました'],
  [{ state: 'ended' as const }, '終了しました'],
  [{ tickets: [aTicketType({ kind: 'general', quota: 2, sold: 1, held: 1 })] }, '満席'],
  [{ tickets: [] }, '招待制'],
  [{ tickets: [aTicketType({ kind: 'general', price: 0, quota: null })] }, '無料'],
])('%j says %s, as a card and as a button', async (change, text) => {
  answer = isEvent({ ...ahead, ...change });
  expect(textOf((await open(`/embed/events/${ahead.id}`)).document)).toContain(text);
  const { document } = await open(`/embed/events/${ahead.id}?form=button`);
  expect(`${document.querySelector('a')?.getAttribute('aria-label')} ${textOf(document)}`).toContain(text);
});

it.each([
  [{ status: 404, body: undefined }, 404, 'このイベントは見つかりません。'],
  [{ status: 503, body: undefined }, 503, 'いまは表示できません。'],
  [{ status: 200, body: { id: 'no event' } }, 503, 'いまは表示できません。'],
])('without an event (%j) it leads to the list', async (given, status, text) => {
  answer = given;
  const page = await open('/embed/events/a%2F..%2Fb');
  expect(page.status).toBe(status);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toMatch(/frame-ancestors \*$/);
  expect(textOf(page.document)).toBe(text);
  expect(page.document.querySelector('a')?.href).toBe('https://manabiba.example/events');
  expect(asked).toEqual(['/v1/events/a%2F..%2Fb anonymous']);
});
