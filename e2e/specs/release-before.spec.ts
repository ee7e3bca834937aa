import { test } from '../fixtures/own-product';
import { Colleague, renderedVersions, nextVersion } from '../fixtures/releases/colleague';
import { neighboursLive } from '../fixtures/releases/fault-matrix';
import { deployCalls } from '../fixtures/releases/release';
import { aBuildOfEvents, type BuildChange, edits, filesOf } from '../fixtures/releases/remote-build';
import { expect, signInByApi, renderedByBrowser } from '../fixtures/test';
import { inFullUnless } from '../level';
import { EventsPart } from '../pages/events-part';

let colleague: Colleague;
test.beforeAll(async ({ browser, product }) => {
  colleague = await Colleague.arrive(browser, product);
});
test.beforeEach(() => colleague.listen());
test.afterEach(() => colleague.worksOn());
test.afterAll(() => colleague.leave());

const torn: [string, BuildChange][] = [
  ['whose entry throws', { files: [[filesOf.entry, edits.throwsAtLoad]] }],
  ['whose page throws at load', { files: [[filesOf.pageScript, edits.throwsAtLoad]] }],
  ['whose page throws in render', { files: [[filesOf.pageScript, edits.throwsInRender]] }],
  [
    'that needs a shell of another age',
    { files: [[filesOf.entry, edits.needs('@manabiba/shared/platform', '^1.99.0')]] },
  ],
];

for (const [what, change] of torn) {
  test(
    `a live release ${what} can be skipped: one click shows the previous release in place`,
    inFullUnless(what === 'whose page throws in render'),
    async ({ page, product, complaints }) => {
      complaints.allow(/Error: torn/, /does not satisfy the requirement/);
      const calls = await deployCalls(product);
      const before = await nextVersion(page, product.url);
      const build = await aBuildOfEvents('torn', change);
      await calls.publish(build);
      const part = new EventsPart(page);
      await signInByApi(page.context(), product.url, 'adult');
      await part.watchStyles();
      await page.goto(renderedByBrowser('/events'));
      await expect(part.panel).toBeVisible();
      await neighboursLive(page, 'page');
      await page.evaluate(() => {
        (window as unknown as { stillHere: boolean }).stillHere = true;
      });

      await part.showPrevious.click();
      await expect(part.list).toBeVisible();
      await expect(part.list).toHaveCSS('display', 'grid');
      expect(await part.wasEverUnstyled()).toBe(false);
      expect((await renderedVersions(page, 'mf-events')).at(-1)).toBe(before);
      expect(await page.evaluate(() => (window as unknown as { stillHere?: boolean }).stillHere), 'no full load').toBe(
        true,
      );
      await calls.rollBack();
      expect(await nextVersion(page, product.url)).toBe(before);
      await build.remove();
    },
  );
}
