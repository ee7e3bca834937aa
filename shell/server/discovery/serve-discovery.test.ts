import type { RetiredRoute } from '@manabiba/shared/page/boot-data';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aClassroom, anEvent, aPage } from '@manabiba/shared/testing/builders';
import Fastify, { type FastifyInstance } from 'fastify';
import { JSDOM } from 'jsdom';

import type { AskApi } from '../pages/ask-api';
import { serveFeeds } from './feeds';
import { serveRobots } from './robots';
import { serveSitemap } from './sitemap';

const publicUrl = 'https://manabiba.example';
const answers = new Map<string, unknown>();
let retired: RetiredRoute[];
let app: FastifyInstance;
beforeEach(async () => {
  answers.clear();
  retired = [];
  const askApi: AskApi = ({ path }) =>
    Promise.resolve(answers.has(path) ? { status: 200, body: answers.get(path) } : { status: 503, body: undefined });
  app = Fastify();
  const registry = { read: () => Promise.resolve({ remotes: {}, retired }) };
  serveSitemap(app, { askApi, registry, publicUrl });
  serveFeeds(app, { askApi, publicUrl });
  serveRobots(app, publicUrl);
  await app.ready();
});
afterEach(() => app.close());

const open = (url: string) => app.inject({ url });
/** Throws for a document that is not well-formed. */
const readXml = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document;
const textsOf = (document: Document, name: string) =>
  [...document.querySelectorAll(name)].map((each) => each.textContent);

it('indexes the files of the sitemap: one for every 10,000 pages of a kind, none for a kind without pages', async () => {
  answers.set('/v1/sitemap', { sizes: { classroom: 20_001, event: 10_000, archive: 1, professional: 0 } });
  const answer = await open('/sitemap.xml');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  const document = readXml(answer.payload);
  expect(document.documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  expect(document.documentElement.localName).toBe('sitemapindex');
  expect(textsOf(document, 'sitemap > loc')).toEqual(
    ['pages', 'classroom-1', 'classroom-2', 'classroom-3', 'event-1', 'archive-1'].map(
      (name) => `${publicUrl}/sitemaps/${name}.xml`,
    ),
  );
});

it.each([
  ['classroom', '/classrooms/a', '/classrooms/b'],
  ['event', '/events/a', '/events/b'],
  ['archive', '/archives/a', '/archives/b'],
  ['professional', '/users/a', '/users/b'],
])('lists the pages of each %s', async (kind, ...paths) => {
  answers.set(`/v1/sitemap/${kind}?file=2`, { ids: ['a', 'b'] });
  const document = readXml((await open(`/sitemaps/${kind}-2.xml`)).payload);
  expect(document.documentElement.localName).toBe('urlset');
  expect(textsOf(document, 'url > loc')).toEqual(paths.map((path) => publicUrl + path));
});

it('lists no page of a retired remote', async () => {
  answers.set('/v1/sitemap/event?file=1', { ids: ['a'] });
  answers.set('/v1/categories', { categories: [] });
  retired = ['/events', '/events/{id}'].map((path) => ({ path, title: 'イベント' }));
  expect((await open('/sitemaps/event-1.xml')).payload).not.toContain('/events/a');
  const { payload } = await open('/sitemaps/pages.xml');
  expect(payload).toContain(`${publicUrl}/classrooms<`);
  expect(payload).not.toContain(`${publicUrl}/events<`);
});

it('lists the pages that exist once, with every category', async () => {
  answers.set('/v1/categories', { categories: [{ id: 'cat_math', name: '数学', interests: [], order: 1 }] });
  const locations = textsOf(readXml((await open('/sitemaps/pages.xml')).payload), 'url > loc');
  expect(locations).toEqual(
    expect.arrayContaining([`${publicUrl}/`, `${publicUrl}/law`, `${publicUrl}/categories/cat_math`]),
  );
  expect(locations.join()).not.toMatch(/settings|signin|search/);
});

it.each(['/sitemaps/person-1.xml', '/sitemaps/classroom-0.xml', '/sitemaps/classroom-1', '/sitemaps/..%2f1.xml'])(
  'has no file %s',
  async (url) => {
    expect((await open(url)).statusCode).toBe(404);
  },
);

it('has no file after the last', async () => {
  answers.set('/v1/sitemap/event?file=9', { ids: [] });
  expect((await open('/sitemaps/event-9.xml')).statusCode).toBe(404);
});

it.each(['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/event-1.xml', '/feeds/events.rss'])(
  'asks for %s later while the api is unreachable',
  async (url) => {
    const answer = await open(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
  },
);

it('feeds coming classrooms, whatever their texts hold', async () => {
  const classroom = aClassroom({
    id: 'cls_1',
    name: '<三角> & "関数"\u0000\uD800',
    createdAt: '2026-11-20T00:00:00.000Z',
    startAt: '2026-11-21T04:45:00.000Z',
    description: ']]> 図から',
  });
  answers.set('/v1/classrooms?state=scheduled', { ...aPage([classroom]), totalCount: 1 });
  const answer = await open('/feeds/classrooms.rss');
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const document = readXml(answer.payload);
  expect(textsOf(document, 'channel > title')).toEqual(['まなびば これからの教室']);
  expect(textsOf(document, 'item > title')).toEqual(['<三角> & "関数"']);
  expect(textsOf(document, 'item > link')).toEqual([`${publicUrl}/classrooms/cls_1`]);
  expect(textsOf(document, 'item > pubDate')).toEqual(['Fri, 20 Nov 2026 00:00:00 GMT']);
  expect(textsOf(document, 'item > description')).toEqual(['2026年11月21日(土)13:45(日本時間)から。]]> 図から']);
});

it('feeds events and archives', async () => {
  answers.set('/v1/events', aPage([anEvent({ title: '星を見る夜' })]));
  answers.set('/v1/archives', aPage([anArchive({ title: '数列の録画' })]));
  const titles = async (path: string) => textsOf(readXml((await open(path)).payload), 'item > title');
  expect(await titles('/feeds/events.rss')).toEqual(['星を見る夜']);
  expect(await titles('/feeds/archives.rss')).toEqual(['数列の録画']);
});

it('states for crawlers what is personal, which images they may load, and where the sitemap is', async () => {
  const lines = (await open('/robots.txt')).payload.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Allow: /v1/classrooms/*/pictures/',
      'Disallow: /v1/',
      'Disallow: /settings',
      'Disallow: /me/classrooms',
      'Disallow: /events/*/edit',
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ]),
  );
  expect(lines).not.toContain('Disallow: /events/*');
});
