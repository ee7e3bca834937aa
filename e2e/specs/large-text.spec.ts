import { refusal } from '../fixtures/complaints';
import { layoutFindings } from '../fixtures/pages/layout-findings';
import { expect, signInAs, test } from '../fixtures/product';
import { openWhole, pagesForAnyone, pagesForProfessional } from '../pages/every-page';
import config from '../playwright.config';

const launchOptions = config.use?.launchOptions;
// A user with a browser text size of 200 %.
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'] },
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test.describe(`with text of 200 % at ${size.width} px`, () => {
    test.use({ viewport: size });

    test('every page for anyone is readable and usable', async ({ page, request, complaints }) => {
      test.setTimeout(120_000);
      complaints.allow(refusal(404, '/no/such/page'));
      for (const path of await pagesForAnyone(request)) {
        await openWhole(page, path);
        expect.soft(await layoutFindings(page), path).toEqual([]);
      }
    });

    test('every page of a professional is readable and usable', async ({ page, request }) => {
      test.setTimeout(120_000);
      await signInAs(page, 'host');
      for (const path of await pagesForProfessional(request)) {
        await openWhole(page, path);
        expect.soft(await layoutFindings(page), path).toEqual([]);
      }
    });
  });
}
