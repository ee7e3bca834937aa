import type { Page } from '@playwright/test';

import { listenToo } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { nextVersion, renderedVersions } from '../fixtures/releases/colleague';
import { deployCalls } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf } from '../fixtures/releases/remote-build';
import { expect } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { EventsPart } from '../pages/events-part';

// The gate watches a page for ten seconds: only a browser of a user sees what begins with a user's data, or later.
const onlyLater = (harm: string) => edits.after(`if(localStorage.getItem("visits"))setTimeout(()=>{${harm}},1000)`);
const harms = {
  removed: 'document.querySelector("header").remove()',
  hidden: '[...document.querySelectorAll("footer")].at(-1).hidden=true',
};

async function visits(page: Page) {
  await page.addInitScript(() => localStorage.setItem('visits', '7'));
  await page.goto('/events');
}

for (const [how, harm] of Object.entries(harms))
  test(
    `a release by which the frame of the page is ${how} is taken down in the browser, and comes back as it was before`,
    { tag: '@full' },
    async ({ page, browser, product, complaints }) => {
      test.setTimeout(180_000);
      complaints.allow(/has (removed|hidden) the (header|footer) of the shell/);
      const before = await nextVersion(page, product.url);
      for (let view = 0; view < 4; view += 1) {
        await page.goto('/events');
        await expect(new EventsPart(page).list).toBeVisible();
      }
      const build = await aBuildOfEvents(how, { files: [[filesOf.pageScript, onlyLater(harm)]] });
      await (await deployCalls(product)).publish(build);
      await expect.poll(() => nextVersion(page, product.url)).toBe(build.version);

      const harmed = await Promise.all(
        [1, 2, 3, 4, 5].map(async () => {
          const context = await browser.newContext({ baseURL: product.url });
          listenToo(context);
          return context.newPage();
        }),
      );
      const [first] = harmed as [Page];
      const reports = harmed.map((each) =>
        each.waitForRequest(
          (request) => request.url().endsWith('/beacon/failure') && !/"sign"/.test(request.postData() ?? ''),
        ),
      );
      for (const each of harmed) await visits(each);
      await expect(new EventsPart(first).panel).toBeVisible({ timeout: 30_000 });
      await expect(new Chrome(first).header).toBeVisible();
      await expect(new Chrome(first).footer).toBeVisible();

      for (const report of await Promise.all(reports))
        expect(report.postDataJSON()).toMatchObject({ remote: 'mf-events', version: build.version });
      await expect.poll(() => nextVersion(page, product.url), { timeout: 60_000 }).toBe(before);
      const { history } = await (await deployCalls(product)).live();
      expect(history[0]).toMatchObject({ action: 'rolled_back', version: before, who: 'error rate' });
      await expect(new EventsPart(first).list).toBeVisible({ timeout: 60_000 });
      expect((await renderedVersions(first, 'mf-events')).at(-1)).toBe(before);
      for (const each of harmed) await each.context().close();
      await build.remove();
    },
  );
