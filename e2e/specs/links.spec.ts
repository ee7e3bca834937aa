import type { BrowserContext } from '@playwright/test';

import { refusal } from '../fixtures/complaints';
import { crawl, linksOn } from '../fixtures/pages/link-crawl';
import type { DemoKind } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

/** Tabs of one browser that crawl concurrently. */
const TABS = 3;

test.describe.configure({ mode: 'parallel', timeout: 240_000 });
// The crawl itself checks for links that other tests remove meanwhile.
test.beforeEach(({ complaints }) => complaints.allow(refusal(404, '/(classrooms|users)/')));

const forAnyone = [
  '/',
  '/classrooms',
  '/classrooms/{id}',
  '/events',
  '/events/{id}',
  '/professionals',
  '/users/{id}',
  '/aud/terms_of_use',
  '/privacy_policy',
  '/law',
  '/brand_assets',
  '/status/seats',
];
const forPeople = [...forAnyone, '/settings', '/profile_settings', '/notifications', '/me/classrooms'];

test('no link leads a visitor to a dead end', { tag: '@full' }, async ({ context }) => {
  const { paths, deadLinks } = await crawl(await tabsOf(context));
  expect(deadLinks).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining([...forAnyone, '/signin']));
});

test.describe('no link leads a signed-in user to a dead end', () => {
  const people: [string, DemoKind, string[]][] = [
    ['a professional', 'host', [...forPeople, '/org/settings']],
    ['a student', 'student', forPeople],
  ];
  for (const [who, kind, expected] of people) {
    test(who, { tag: '@full' }, async ({ context }) => {
      await signInByApi(context, sharedProduct.url, kind);
      const tabs = await tabsOf(context);
      const { paths, deadLinks } = await crawl(tabs, await menuLinks(context));
      expect(deadLinks).toEqual([]);
      expect(expected.filter((path) => !paths.includes(path))).toEqual([]);
    });
  }
});

const tabsOf = (context: BrowserContext) => Promise.all(Array.from({ length: TABS }, () => context.newPage()));

/** Returns the links in the menu of a signed-in user and in the popover of the bell. */
async function menuLinks(context: BrowserContext): Promise<string[]> {
  const [page] = context.pages();
  if (!page) throw new Error('No page is open');
  await page.goto('/');
  await settled(page);
  const chrome = new Chrome(page);
  await chrome.openLatest();
  await expect.poll(async () => (await linksOn(page)).some((href) => href.includes('/notifications'))).toBe(true);
  const latest = await linksOn(page);
  await page.keyboard.press('Escape');
  await chrome.openUserMenu();
  await expect.poll(async () => (await linksOn(page)).some((href) => href.includes('/settings'))).toBe(true);
  return [...latest, ...(await linksOn(page))];
}
