import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { noLine } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson } from '../fixtures/people';
import { renderedVersions, versionAtHand } from '../fixtures/releases/colleague';
import { deployCalls } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf } from '../fixtures/releases/remote-build';
import { Chrome } from '../pages/chrome';
import { EventsPart } from '../pages/events-part';
import { OfflineScreens } from '../pages/releases/offline-screens';

test.describe.configure({ timeout: 240_000 });
test.beforeEach(({ complaints }) => complaints.allow(noLine, /ERR_FAILED|service worker navigation preload/));

/** All that the service worker keeps: the names of the caches, URLs and texts. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      texts.push(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts;
  });

/** Opens a page and stays until it counts as read and is kept. */
async function readPage(page: Page, path: string) {
  await page.goto(path);
  const url = new URL(path, page.url()).href;
  await expect.poll(() => kept(page), { timeout: 60_000 }).toContain(url);
}

test('a page that was read is there offline, another has the offline page, and both recover by themselves', async ({
  page,
  context,
}) => {
  const [part, offline] = [new EventsPart(page), new OfflineScreens(page)];
  await readPage(page, '/events');

  await context.setOffline(true);
  await page.reload();
  await expect(part.list.getByRole('link').first()).toBeVisible();
  await expect(offline.keptNotice).toBeVisible();
  await page.goto('/classrooms');
  await expect(offline.title).toBeVisible();
  await expect(offline.readable.getByRole('link', { name: 'イベント' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: '教室' })).toBeVisible();
});

test(
  'a page that was read is there while the server is down, and recovers by itself',
  { tag: '@full' },
  async ({ page, product }) => {
    const [part, offline] = [new EventsPart(page), new OfflineScreens(page)];
    await readPage(page, '/events');
    await product.crash();
    await page.goto('/events');
    await expect(offline.keptNotice).toBeVisible();
    await part.list.getByRole('link').first().click();
    await expect(offline.title).toBeVisible();
    await offline.readable.getByRole('link', { name: 'イベント' }).click();
    await expect(part.list.getByRole('link').first()).toBeVisible();
    await expect(offline.keptNotice).toBeVisible();
    await product.startAgain();
    await expect(offline.keptNotice).toHaveCount(0, { timeout: 60_000 });
    // A page that fails while the server is still starting is asked for again later.
    await expect(page.locator('html[data-kept-at]')).toHaveCount(0, { timeout: 90_000 });
    await expect(part.list.getByRole('link').first()).toBeVisible();
  },
);

test(
  'no personal data is kept, and after sign-out no page that the user has read',
  { tag: '@full' },
  async ({ page, product }) => {
    const account = aNewPerson();
    const person = await ApiPerson.newcomer(product.url, account);
    await person.useIn(page.context());
    await readPage(page, '/events');
    const texts = (await kept(page)).join('\n');
    expect(texts).toContain(`pages ${person.id}`);
    expect(texts).not.toContain(account.nickname);
    expect(texts).not.toContain(account.email);

    await new Chrome(page).signOut();
    await expect(new Chrome(page).signInLink).toBeVisible();
    await expect
      .poll(async () =>
        (await kept(page)).filter((text) => /^\S+ pages |^http.*\/events$/.test(text) || text.includes(person.id)),
      )
      .toEqual([]);
  },
);

test(
  'a page from before a release is shown with the files of then, one from after it with those of now',
  { tag: '@full' },
  async ({ page, context, product }) => {
    const part = new EventsPart(page);
    await readPage(page, '/events');
    const before = await versionAtHand(page);
    const build = await aBuildOfEvents('offline', { files: [[filesOf.pageScript, edits.after('/* newer */')]] });
    const calls = await deployCalls(product);
    await calls.publish(build);
    await readPage(page, '/');
    await context.setOffline(true);
    for (const [path, version] of [
      ['/events', before],
      ['/', build.version],
    ] as const) {
      await page.goto(path);
      await expect(part.list.getByRole('link').first()).toBeVisible();
      // The server has rendered the list: it is there before its code.
      await expect.poll(() => renderedVersions(page, 'mf-events')).toEqual([version]);
    }
    await context.setOffline(false);
    await calls.rollBack();
    await build.remove();
  },
);

test('browsers can install the product as an app', async ({ page, context }) => {
  await page.goto('/');
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect({ url: new URL(manifest.url).pathname, errors: manifest.errors }).toEqual({
    url: '/manifest.webmanifest',
    errors: [],
  });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('with OFFLINE=off browsers delete the worker and its pages', { tag: '@full' }, async ({ page, product }) => {
  await readPage(page, '/events');
  await product.restart({ OFFLINE: 'off' });
  await page.goto('/events');
  // Where the server is slow after its restart, the kept page comes first and reloads itself.
  await expect(async () => {
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    expect(await kept(page)).toEqual([]);
  }).toPass({ timeout: 60_000 });
  await page.reload();
  await expect(new EventsPart(page).list).toBeVisible();
  await product.restart({ OFFLINE: 'on' });
});
