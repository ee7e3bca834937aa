import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { Colleague, renderedVersions, nextVersion, versionAtHand } from '../fixtures/releases/colleague';
import { developIn } from '../fixtures/releases/developer';
import { askReleases, deployCalls } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf } from '../fixtures/releases/remote-build';
import { anotherBrowser, expect } from '../fixtures/test';
import { EventsPart } from '../pages/events-part';
import { OverrideSign } from '../pages/releases/override-sign';

let colleague: Colleague;
test.beforeAll(async ({ browser, product }) => {
  colleague = await Colleague.arrive(browser, product);
});
test.beforeEach(() => colleague.listen());
test.afterEach(() => colleague.worksOn());
test.afterAll(() => colleague.leave());

test(
  'source code of a developer runs in the deployed shell, only in their browser, until they leave the override',
  { tag: '@full' },
  async ({ page, browser, product, complaints }) => {
    test.setTimeout(120_000);
    const [part, { sign }] = [new EventsPart(page), new OverrideSign(page)];
    const live = await nextVersion(page, product.url);
    const { link, stop } = await developIn(product, 'mf-events');
    await page.goto(link);
    await expect(page).toHaveURL(`${product.url}/events`);
    await expect(part.list).toBeVisible();
    await expect(part.list).toHaveCSS('display', 'grid');
    await expect(sign).toContainText('開発版: mf-events');
    expect((await renderedVersions(page, 'mf-events'))[0]).toMatch(/^source-/);

    // A link works for one browser only.
    const stranger = await anotherBrowser(browser);
    complaints.allow(refusal(410, '/override'));
    await stranger.page.goto(link);
    await stranger.page.goto(`${product.url}/events`);
    await expect(new EventsPart(stranger.page).list).toBeVisible();
    await expect(new OverrideSign(stranger.page).sign).toHaveCount(0);
    expect(await renderedVersions(stranger.page, 'mf-events')).toEqual([live]);
    await stranger.context.close();

    await new OverrideSign(page).leave('mf-events');
    await expect(sign).toHaveCount(0);
    await expect(part.list).toBeVisible();
    expect(await renderedVersions(page, 'mf-events')).toEqual([live]);
    await stop();
  },
);

test('a submitted release can be viewed in one browser before it is live', async ({ page, product }) => {
  const live = await nextVersion(page, product.url);
  const build = await aBuildOfEvents('look', { files: [[filesOf.pageScript, edits.after('/* to be looked at */')]] });
  await (await deployCalls(product)).handIn(build);
  const { link } = await developIn(product, `mf-events@${build.version}`);
  await page.goto(link);
  await page.goto('/events');
  await expect(new EventsPart(page).list).toBeVisible();
  await expect(new OverrideSign(page).sign).toContainText(`確認版: mf-events ${build.version}`);
  expect(await renderedVersions(page, 'mf-events')).toEqual([build.version]);
  await new OverrideSign(page).leave('mf-events');
  await expect(new OverrideSign(page).sign).toHaveCount(0);
  expect(await nextVersion(page, product.url)).toBe(live);
  await build.remove();
});

test(
  'the number of a page that failed opens the product with the releases of that page, and names those who use what',
  { tag: '@full' },
  async ({ page, browser, product, complaints }) => {
    test.setTimeout(120_000);
    // The page throws while it is hydrated, and again when React renders it anew.
    complaints.allow(/Error: torn/, /Minified React error #422/);
    const live = await nextVersion(page, product.url);
    const build = await aBuildOfEvents('torn', { files: [[filesOf.pageScript, edits.throwsInRender]] });
    const calls = await deployCalls(product);
    await calls.publish(build);
    await expect.poll(() => nextVersion(page, product.url)).toBe(build.version);
    const user = await anotherBrowser(browser, { baseURL: product.url });
    await user.page.goto('/events');
    await expect(new EventsPart(user.page).panel).toBeVisible();
    const [number = ''] = /[\dA-F]{4}-[\dA-F]{4}/.exec(await new EventsPart(user.page).number.innerText()) ?? [];
    await user.context.close();
    await calls.rollBack();
    await expect.poll(() => nextVersion(page, product.url)).toBe(live);

    // The number is written with the next counts.
    await expect
      .poll(async () => (await askReleases(product, 'replay', number)).said)
      .toContain(`mf-events ${build.version}`);
    const { said } = await askReleases(product, 'replay', number.toLowerCase());
    await page.goto(/http\S+\/override\?\S+/.exec(said)?.[0] ?? '');
    await page.goto('/events');
    expect(await versionAtHand(page)).toBe(build.version);
    await expect(new EventsPart(page).panel).toBeVisible();
    const { sign } = new OverrideSign(page);
    await expect(sign).toContainText(`mf-events ${build.version}`);
    await new OverrideSign(page).leaveReplay();
    await expect(sign).toHaveCount(0);
    await expect(new EventsPart(page).list).toBeVisible();
    expect(await versionAtHand(page)).toBe(live);

    expect((await askReleases(product, 'uses', 'getEvent')).said).toContain(
      `mf-events ${live}: sends the call getEvent`,
    );
    await build.remove();
  },
);
