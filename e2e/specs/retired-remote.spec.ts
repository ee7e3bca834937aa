import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { nextVersion, versionAtHand } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import { aBuildOfEvents } from '../fixtures/releases/remote-build';
import { expect, signInByApi, renderedByBrowser } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { EventsPart } from '../pages/events-part';
import { RetiredPage } from '../pages/releases/retired-page';

// A team takes its remote away and brings it back, while the product is in use.

test(
  'a retired remote is announced on its pages and leaves no gap elsewhere, until it is released again',
  { tag: '@full' },
  async ({ page, product, complaints }) => {
    test.setTimeout(120_000);
    complaints.allow(refusal(410, '/events'));
    const [part, retired, chrome] = [new EventsPart(page), new RetiredPage(page), new Chrome(page)];
    await signInByApi(page.context(), product.url, 'host');
    await page.clock.install();
    await page.goto(renderedByBrowser('/events'));
    await expect(part.list).toBeVisible();
    const version = await versionAtHand(page);

    await test.step('the rollback of a first release names the command', async () => {
      const { code, said } = await releaseEvents(product, '--rollback');
      expect(said).toContain('is the first release: there is no earlier one.');
      expect(said).toContain('npm run release -- mf-events --retire');
      expect(code).toBe(1);
    });

    await test.step('retiring needs a confirmation', async () => {
      const { code, said } = await releaseEvents(product, '--retire');
      expect(said).toContain('needs --yes');
      expect(code).toBe(1);
      expect(await nextVersion(page, product.url)).toBe(version);
    });

    await test.step('an open page shows it at its next navigation', async () => {
      const { code, said } = await releaseEvents(
        product,
        '--retire',
        '--yes',
        '--why',
        'nobody uses it',
        '--who',
        'aoi',
      );
      expect(said).toContain(`mf-events is retired at ${product.url}; ${version} is no longer shown.`);
      expect(code).toBe(0);
      await expect(part.list).toBeVisible();
      await page.clock.fastForward(61_000);
      await part.list.getByRole('link').first().click();
      await expect(retired.heading('イベント')).toBeVisible();
      await expect(chrome.header).toBeVisible();
    });

    await test.step('its address answers 410 with the same page', async () => {
      const answer = await page.goto('/events');
      expect(answer?.status()).toBe(410);
      await expect(retired.heading('イベント')).toBeVisible();
      await expect(page).toHaveTitle(/イベント\(提供終了\) \| まなびば$/);
    });

    await test.step('its slots and links are gone', async () => {
      await retired.homeLink.click();
      await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'イベント' })).toHaveCount(0);
      await chrome.openUserMenu();
      await expect(page.getByRole('menuitem', { name: 'アカウント設定' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'イベントの管理' })).toHaveCount(0);
      await page.goto('/search?q=a');
      await expect(page.getByRole('tab', { name: '教室' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'イベント' })).toHaveCount(0);
      expect(await nextVersion(page, product.url)).toBeUndefined();
    });

    await test.step('releasing it again brings it back, and the history has both', async () => {
      const build = await aBuildOfEvents('back');
      const calls = await deployCalls(product);
      await calls.publish(build);
      const answer = await page.goto('/events');
      expect(answer?.status()).toBe(200);
      await expect(part.list).toBeVisible();
      const { history } = await calls.live();
      expect(history.slice(0, 3)).toMatchObject([
        { action: 'published', version: build.version },
        { action: 'gate_skipped', version: build.version },
        { action: 'retired', version, who: 'aoi (operator)', why: 'nobody uses it' },
      ]);
      await build.remove();
    });
  },
);
