import type { Browser, BrowserContext, Page } from '@playwright/test';

import { listenToo } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { demoEmail } from '../fixtures/people';
import { Colleague, renderedVersions, nextVersion } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf } from '../fixtures/releases/remote-build';
import { anotherBrowser, expect, signInByApi } from '../fixtures/test';
import { EventsPart } from '../pages/events-part';
import { OverrideSign } from '../pages/releases/override-sign';

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
  let viewsWithin = 0;
  while (!found.within || !found.outside) {
    if (opened.length === 40) throw new Error('The share of the rollout reaches nobody, or everyone');
    const context = await browser.newContext({ baseURL: url });
    listenToo(context);
    opened.push(context);
    const page = await context.newPage();
    await page.goto('/law');
    const isWithin = (await nextVersion(page, url)) === version;
    if (isWithin) viewsWithin += 1;
    found[isWithin ? 'within' : 'outside'] ??= page;
  }
  return {
    within: found.within,
    outside: found.outside,
    /** Page views with the release until now. */
    viewsWithin,
    close: () => Promise.all(opened.map((context) => context.close())),
  };
}

async function opensEvents(page: Page) {
  await page.goto('/events');
  await expect(new EventsPart(page).list).toBeVisible();
  return (await renderedVersions(page, 'mf-events'))[0];
}

test(
  'a share of the browsers gets a rollout and keeps it, and the others never see it',
  { tag: '@full' },
  async ({ page, browser, product }) => {
    test.setTimeout(240_000);
    const before = await nextVersion(page, product.url);
    const build = await aBuildOfEvents('share', { files: [[filesOf.pageScript, edits.after('/* for some */')]] });
    const approval = await (await deployCalls(product)).approved(build);
    const { said } = await releaseEvents(
      product,
      ...['--build', build.folder, '--percent', '50'],
      ...['--skip-gate', '--reason', 'a spec wants it so', '--approved-by', approval],
    );
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
  },
);

test(
  'a rollout that fails where the live release works is rolled back automatically',
  { tag: '@full' },
  async ({ page, browser, product, complaints }) => {
    test.setTimeout(240_000);
    complaints.allow(/Error: torn/);
    const before = await nextVersion(page, product.url);
    // No gate can detect it: it fails only with data stored by real users.
    const build = await aBuildOfEvents('sick', {
      files: [[filesOf.pageScript, edits.before('if(localStorage.getItem("visits"))throw new Error("torn");')]],
    });
    const calls = await deployCalls(product);
    await calls.publish(build, { percent: 50 });
    const { within, outside, viewsWithin, close } = await twoStrangers(browser, product.url, build.version);
    for (const stranger of [within, outside])
      await stranger.evaluate(() => {
        localStorage.setItem('visits', '7');
      });

    const part = new EventsPart(within);
    // Three failures in six page views with it end the rollout, four in nine, or five: a further view may get the live
    // release.
    const failures = viewsWithin <= 3 ? 3 : viewsWithin <= 5 ? 4 : 5;
    for (let view = 0; view < failures; view += 1) {
      const reported = within.waitForRequest((request) => request.url().endsWith('/beacon/failure'));
      await within.goto('/events');
      await reported;
      expect(await opensEvents(outside)).toBe(before);
    }
    await expect.poll(() => nextVersion(within, product.url)).toBe(before);
    const { history } = await calls.live();
    expect(history[0]).toMatchObject({
      action: 'rollout_withdrawn',
      version: build.version,
      who: 'error rate',
      why: expect.stringMatching(/^failed in \d+ of \d+ .*; what is live in 0 of \d+/),
    });

    // A page that waits for its code needs no reload either.
    await expect.poll(() => renderedVersions(within, 'mf-events')).toEqual([before]);
    await expect(part.list).toBeVisible();
    await close();
    await build.remove();
  },
);

test(
  'a full release with a blank page is rolled back automatically, and a reload shows the page',
  { tag: '@full' },
  async ({ page, browser, product, complaints }) => {
    test.setTimeout(120_000);
    // Server and browser render differently: React reports that.
    complaints.allow(/Minified React error #418/);
    const before = await nextVersion(page, product.url);
    // Pages that show the release before, with which the new one is compared.
    for (let view = 0; view < 4; view += 1) expect(await opensEvents(page)).toBe(before);
    const build = await aBuildOfEvents('blank', { files: [[filesOf.pageScript, edits.rendersNothing]] });
    await (await deployCalls(product)).publish(build);
    await expect.poll(() => nextVersion(page, product.url)).toBe(build.version);

    const open: BrowserContext[] = [];
    for (let visitor = 0; visitor < 3; visitor += 1) {
      const context = await browser.newContext({ baseURL: product.url });
      listenToo(context);
      open.push(context);
      const blank = await context.newPage();
      const reported = blank.waitForRequest((request) => request.url().endsWith('/beacon/failure'));
      await blank.goto('/events');
      expect((await reported).postDataJSON()).toMatchObject({ remote: 'mf-events', version: build.version });
    }
    await expect.poll(() => nextVersion(page, product.url)).toBe(before);
    const { history } = await (await deployCalls(product)).live();
    expect(history[0]).toMatchObject({
      action: 'rolled_back',
      version: before,
      who: 'error rate',
      why: expect.stringMatching(/^failed in 3 of \d+ .* before it in 0 of \d+/),
    });

    const [visitor] = open[0]?.pages() ?? [];
    await visitor?.reload();
    await expect(new EventsPart(visitor as Page).list).toBeVisible();
    expect(await renderedVersions(visitor as Page, 'mf-events')).toEqual([before]);
    await Promise.all(open.map((context) => context.close()));
    await build.remove();
  },
);

test(
  'a page that does not respond for three seconds is reported, and one that takes a second is not',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(150_000);
    // Server and browser render differently: React reports that.
    complaints.allow(/Minified React error #418/);
    const calls = await deployCalls(product);
    for (const [ms, reports] of [
      [1000, 0],
      [3500, 1],
    ] as const) {
      const build = await aBuildOfEvents('slow', { files: [[filesOf.pageScript, edits.blocksFor(ms)]] });
      await calls.publish(build);
      const context = await browser.newContext({ baseURL: product.url });
      listenToo(context);
      const page = await context.newPage();
      await expect.poll(() => nextVersion(page, product.url)).toBe(build.version);
      const reported: string[] = [];
      page.on('request', (request) => {
        // Besides failures, signs of trouble are reported: that the browser was busy.
        const report = request.url().endsWith('/beacon/failure') ? (request.postData() ?? '') : '';
        if (report !== '' && !report.includes('"sign"')) reported.push(report);
      });
      await page.goto('/events');
      expect(await (await context.request.get('/events')).text()).toContain('<!--part mf-events/pages/events-->');
      // React calls a component that differs from what is rendered three times.
      await expect(page.getByRole('main')).toHaveText('late', { timeout: 45_000 });
      // A late report would be one of a blank page, after three seconds.
      await page.waitForFunction((wait) => {
        const mark = performance.getEntriesByType('mark').find(({ name }) => name.endsWith('pages/events ready'));
        return mark !== undefined && performance.now() > mark.startTime + wait;
      }, ms + 3500);
      expect(reported.filter((report) => report.includes(build.version))).toHaveLength(reports);
      await context.close();
      await calls.rollBack();
      await build.remove();
    }
  },
);

test(
  'a release goes from preview to a tester to everyone with the same files, and a visitor sees only the last step',
  { tag: '@full' },
  async ({ page, browser, product }) => {
    test.setTimeout(120_000);
    const calls = await deployCalls(product);
    const before = await nextVersion(page, product.url);
    const build = await aBuildOfEvents('ruled', { files: [[filesOf.pageScript, edits.after('/* for testers */')]] });
    const filesFor = async ({ request }: BrowserContext) => {
      const registry = (await (await request.get(`${product.url}/registry.json`)).json()) as {
        remotes: Record<string, { version: string; integrity: Record<string, string> }>;
      };
      return registry.remotes['mf-events'];
    };
    const [tester, colleagueInPreview, visitor] = await Promise.all(
      [0, 1, 2].map(() => anotherBrowser(browser, { baseURL: product.url })),
    );
    if (!tester || !colleagueInPreview || !visitor) throw new Error('A browser is missing');
    await signInByApi(tester.context, product.url, 'adult');

    await calls.publish(build, { environment: 'preview' });
    const { said } = await releaseEvents(product, '--link', 'preview');
    await colleagueInPreview.page.goto(/http\S+\/environment\?\S+/.exec(said)?.[0] ?? '');
    const sign = new OverrideSign(colleagueInPreview.page);
    await expect(sign.sign).toContainText('プレビュー環境を表示しています');
    expect(await opensEvents(colleagueInPreview.page)).toBe(build.version);
    const looked = await filesFor(colleagueInPreview.context);
    expect(await opensEvents(tester.page)).toBe(before);

    const promote = (...words: string[]) => releaseEvents(product, '--promote', 'preview', ...words);
    expect((await promote('--for', 'nobody@demo.manabiba.test')).said).toContain(
      'Nobody here has the account nobody@demo.manabiba.test',
    );
    expect((await promote('--for', demoEmail('adult'))).said).toContain(`${build.version} is shown to`);
    expect(await opensEvents(tester.page)).toBe(build.version);
    for (let visit = 0; visit < 3; visit += 1) expect(await opensEvents(visitor.page)).toBe(before);

    expect((await promote()).said).toContain(`${build.version} is live for everyone`);
    await expect.poll(() => nextVersion(visitor.page, product.url)).toBe(build.version);
    expect(await opensEvents(visitor.page)).toBe(build.version);
    for (const { context } of [tester, visitor]) expect(await filesFor(context)).toEqual(looked);
    expect((await promote()).said).toContain('is live already: promoted by');
    const { history } = await calls.live();
    expect(history.map(({ action, version }) => [action, version])).toEqual(
      expect.arrayContaining([
        ['environment_published', build.version],
        ['rollout_started', build.version],
        ['published', build.version],
      ]),
    );

    await sign.leaveEnvironment();
    await expect(sign.sign).toHaveCount(0);
    await calls.rollBack();
    await Promise.all([tester, colleagueInPreview, visitor].map(({ context }) => context.close()));
    await build.remove();
  },
);
