import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { paths } from '@manabiba/shared/navigation/paths';

import { startTestServer } from '../testing/start-test-server';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}
interface Manifest {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  background_color: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

const publicDir = join(import.meta.dirname, '..', 'public');
let manifest: Manifest;
let html: string;
beforeAll(async () => {
  const world = await startTestServer({ publicDir });
  const answer = await world.server.inject('/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  manifest = answer.json();
  html = (await world.server.inject('/')).payload;
  await world.close();
});

it('describes an app with a name, a start URL and a separate window', () => {
  expect(manifest).toMatchObject({ id: '/', name: 'まなびば', start_url: '/', scope: '/', display: 'standalone' });
  // Home screens cut longer names.
  expect(manifest.short_name.length).toBeLessThanOrEqual(6);
});

it('has the icons that browsers ask for before they install: 192 and 512 px, and one that may be cut', () => {
  const sizesOf = (purpose: string) =>
    manifest.icons.filter((icon) => icon.purpose === purpose && icon.type === 'image/png').map(({ sizes }) => sizes);
  expect(sizesOf('any')).toEqual(['192x192', '512x512']);
  expect(sizesOf('maskable')).toEqual(['512x512']);
});

it('names images that exist in the stated size', async () => {
  const images = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  for (const { src, sizes, type } of images) {
    const file = await readFile(join(publicDir, src.replace(/^\/media\//, '')));
    if (type !== 'image/png') continue;
    // The header of a PNG has width and height at these places.
    expect([src, `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
});

it('has shortcuts to pages of the product', () => {
  const known = Object.values(paths).map(({ pattern }) => pattern);
  expect(manifest.shortcuts).toHaveLength(3);
  for (const { url } of manifest.shortcuts) expect(known).toContain(url);
});

it('has the colour of the light theme; pages have those of both', () => {
  for (const [scheme, color] of [
    ['light', manifest.theme_color],
    ['dark', '#14161B'],
  ])
    expect(html).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}">`);
  expect(manifest.background_color).toBe(manifest.theme_color);
});

it('is named by every page, with what iOS reads in its place', () => {
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(html).toContain('<link rel="apple-touch-icon" href="/media/icon-180.png">');
  expect(html).toContain('<meta name="apple-mobile-web-app-title" content="まなびば">');
});
