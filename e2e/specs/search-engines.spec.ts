import type { APIRequestContext } from '@playwright/test';

import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test } from '../fixtures/test';

const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

async function sitemapOf(request: APIRequestContext): Promise<string[]> {
  const files = locationsIn(await (await request.get('/sitemap.xml')).text());
  const pages = await Promise.all(files.map(async (file) => locationsIn(await (await request.get(file)).text())));
  return pages.flat();
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1];
const typesOf = (html: string) => {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  if (!data) return [];
  return (JSON.parse(data) as { '@graph': Array<{ '@type': string }> })['@graph'].map((thing) => thing['@type']);
};

test(
  'every page of the sitemap can be opened, may be indexed and names itself',
  { tag: '@full' },
  async ({ request }) => {
    const pages = await sitemapOf(request);
    expect(new Set(pages).size).toBe(pages.length);
    for (const kind of ['classrooms', 'events', 'archives', 'users', 'categories'])
      expect(pages.filter((url) => url.startsWith(`${sharedProduct.url}/${kind}/`)).length, kind).toBeGreaterThan(0);
    // Other tests cancel and delete their data while this one reads.
    const kept = async (url: string) => (await sitemapOf(request)).includes(url);
    for (const url of pages) {
      const status = (await request.get(url)).status();
      if (status === 404 && !(await kept(url))) continue;
      // Where the api is late for a page, the page has no metadata about its subject.
      await expect(async () => {
        const answer = await request.get(url);
        const html = await answer.text();
        expect({ url, status: answer.status(), canonical: canonicalOf(html) }).toEqual({
          url,
          status: 200,
          canonical: url,
        });
        expect(html, url).not.toContain('noindex');
      }).toPass();
    }
  },
);

test('pages about one thing describe it in the words of schema.org', async ({ request }) => {
  const pages = await sitemapOf(request);
  for (const [kind, type] of [
    ['classrooms', 'EducationEvent'],
    ['events', 'Event'],
    ['archives', 'VideoObject'],
    ['users', 'ProfilePage'],
    ['categories', 'BreadcrumbList'],
  ]) {
    const url = pages.find((page) => page.startsWith(`${sharedProduct.url}/${kind}/`)) ?? '';
    await expect.poll(async () => typesOf(await (await request.get(url)).text()), url).toContain(type);
  }
  expect(typesOf(await (await request.get('/')).text())).toEqual(['WebSite']);
});

test('every kind of page has a description and an image of its own for link previews', async ({ request }) => {
  const pages = await sitemapOf(request);
  const subjects = ['classrooms', 'events', 'series', 'archives', 'users', 'categories'].map(
    (kind) => pages.find((page) => page.startsWith(`${sharedProduct.url}/${kind}/`)) ?? '',
  );
  const lists = ['classrooms', 'events', 'archives', 'professionals', 'plans'].map(
    (list) => `${sharedProduct.url}/${list}`,
  );
  const metadataOf = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)">`).exec(html)?.[1] ?? '';
  const texts = new Set<string>();
  for (const url of [...subjects, ...lists]) {
    // Where the api is late for a page, the page has the product's general image.
    await expect
      .poll(async () => metadataOf(await (await request.get(url)).text(), 'og:image'), url)
      .toMatch(/\/v1\/[a-z]+\/[^/]+\/pictures\/[0-9a-f]{16}\.png$/);
    const html = await (await request.get(url)).text();
    texts.add(metadataOf(html, 'description'));
    const image = await request.get(metadataOf(html, 'og:image'));
    expect({ url, status: image.status(), type: image.headers()['content-type'] }).toEqual({
      url,
      status: 200,
      type: 'image/png',
    });
  }
  expect(texts.size).toBe(subjects.length + lists.length);
});

test('lists offer a feed with their items', async ({ request }) => {
  for (const list of ['/classrooms', '/events', '/archives']) {
    const html = await (await request.get(list)).text();
    const [, feed = ''] =
      /<link rel="alternate" type="application\/rss\+xml" title="[^"]+" href="([^"]+)">/.exec(html) ?? [];
    const answer = await request.get(feed);
    expect(answer.headers()['content-type'], list).toBe('application/rss+xml; charset=utf-8');
    const [, link = ''] = /<item>.*?<link>([^<]+)<\/link>/s.exec(await answer.text()) ?? [];
    expect(link, list).toContain(`${sharedProduct.url}${list}/`);
  }
});

test('a page about nothing answers 404', { tag: '@full' }, async ({ request }) => {
  for (const path of ['/classrooms/cls_none', '/events/evt_none', '/archives/arc_none', '/users/usr_none']) {
    await expect.poll(async () => (await request.get(path)).status(), path).toBe(404);
    expect(await (await request.get(path)).text(), path).not.toContain('ld+json');
  }
});

test(
  'only profiles of professionals are indexed, and pages of signed-in users have no metadata for search engines',
  { tag: '@full' },
  async ({ context, request }) => {
    await signInByApi(context, sharedProduct.url, 'adult');
    const { id } = (await (await context.request.get('/v1/me')).json()) as { id: string };
    expect(await (await request.get(`/users/${id}`)).text()).toContain('<meta name="robots" content="noindex">');
    const personal = await (await context.request.get('/events')).text();
    expect(personal).not.toMatch(/rel="canonical"|rel="alternate"|ld\+json/);
  },
);
