import type { Browser, BrowserContext, Page } from '@playwright/test';

import { listenToo } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/product';
import { Colleague, drawnVersions, nextVersion } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf } from '../fixtures/releases/remote-build';
import { EventsPart } from '../pages/events-part';

let colleague: Colleague;
test.beforeAll(async ({ browser, product }) => {
  colleague = await Colleague.arrive(browser, product);
});
test.beforeEach(() => colleague.listen());
test.afterEach(() => colleague.worksOn());
test.afterAll(() => colleague.leave());

/** Opens new browsers until one gets this release and another does not. */
async function twoStrangers(browser: Browser, url: string, version: string) {
  const opened: BrowserContext[] = [];
  const found: { within?: Page; outside?: Page } = {};
  while (!found.within || !found.outside) {
    if (opened.length === 40) throw new Error('The share of the rollout reaches nobody, or everybody');
    const context = await browser.newContext({ baseURL: url });
    listenToo(context);
    opened.push(context);
    const page = await context.newPage();
    await page.goto('/law');
    found[(await nextVersion(page, url)) === version ? 'within' : 'outside'] ??= page;
  }
  return {
    within: found.within,
    outside: found.outside,
    close: () => Promise.all(opened.map((context) => context.close())),
  };
}

async function opensEvents(page: Page) {
  await page.goto('/events');
  await expect(new EventsPart(page).list).toBeVisible();
  return (await drawnVersions(page, 'mf-events'))[0];
}

test('a share of the browsers gets a rollout and keeps it, and the others never see it', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(120_000);
  const before = await nextVersion(page, product.url);
  const build = await aBuildOfEvents('share', { files: [[filesOf.pageScript, edits.after('/* for some */')]] });
  const { said } = await releaseEvents(product, '--build', build.folder, '--percent', '50');
  expect(said).toContain(`${build.version} is shown to 50 of 100 visitors`);
  const { within, outside, close } = await twoStrangers(browser, product.url, build.version);
  for (let visit = 0; visit < 3; visit += 1) {
    expect(await opensEvents(within)).toBe(build.version);
    expect(await opensEvents(outside)).toBe(before);
  }
  expect((await releaseEvents(product, '--rollback')).said).toContain(
    `mf-events is back at ${before}; ${build.version} is no longer shown.`,
  );
  expect(await opensEvents(within)).toBe(before);
  await close();
  await build.remove();
});

test('a rollout that fails where the live release works is rolled back automatically', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.allow(/Error: torn/);
  const before = await nextVersion(page, product.url);
  // No gate can detect it: it fails only with data stored by real users.
  const build = await aBuildOfEvents('sick', {
    files: [[filesOf.pageScript, edits.before('if(localStorage.getItem("visits"))throw new Error("torn");')]],
  });
  expect((await releaseEvents(product, '--build', build.folder, '--percent', '50')).code).toBe(0);
  const { within, outside, close } = await twoStrangers(browser, product.url, build.version);
  for (const stranger of [within, outside])
    await stranger.evaluate(() => {
      localStorage.setItem('visits', '7');
    });

  const part = new EventsPart(within);
  // The third failure ends the rollout: a fourth view may get the live release.
  for (let view = 0; view < 3; view += 1) {
    await within.goto('/events');
    await expect(part.panel).toBeVisible();
    expect(await opensEvents(outside)).toBe(before);
  }
  await expect.poll(() => nextVersion(within, product.url)).toBe(before);
  const { history } = await (await deployCalls(product)).live();
  expect(history[0]).toMatchObject({
    action: 'rollout_withdrawn',
    version: build.version,
    who: 'error rate',
    why: expect.stringMatching(/^failed in \d+ of \d+ .*; what is live in 0 of \d+/),
  });

  // A user with the error panel needs no reload either.
  await part.retry.click();
  await expect(part.list).toBeVisible();
  expect(await drawnVersions(within, 'mf-events')).toEqual([before]);
  await close();
  await build.remove();
});
