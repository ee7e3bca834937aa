import { ApiPerson } from '../fixtures/api-person';
import { layoutFindings, shiftsOf, smallTargets, watchShifts } from '../fixtures/pages/layout-findings';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { accessibilityFindings, signInByApi, test } from '../fixtures/test';
import { HostFiguresPage } from '../pages/host-figures-page';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

/** Holds a class that some visitors without an account attend. */
async function holdClass(host: ApiPerson, name: string, visitorCount: number): Promise<void> {
  const id = await host.createRoom({ name });
  await host.join(id);
  for (let index = 0; index < visitorCount; index += 1) await (await ApiPerson.visitor(url)).join(id);
  await host.must('DELETE', `/classrooms/${id}`);
}

/** Lets six new users watch the latest archive of the demo's host, each a bit further than the one before. */
async function watchArchive(): Promise<void> {
  const host = await ApiPerson.demo(url, 'host');
  const { items } = await host.must('GET', '/me/host_figures/archives?limit=1');
  const { id, durationSeconds } = items[0];
  for (let viewer = 1; viewer <= 6; viewer += 1)
    await (
      await ApiPerson.newcomer(url)
    ).must('POST', `/archives/${id}/watch`, {
      sessionId: `wat_host_figures_${viewer}`,
      positionSeconds: Math.floor((durationSeconds * viewer) / 6),
      watchedSeconds: 1,
    });
}

test('a host reads how many came to the classes, and not how many of fewer than five', async ({ browser }) => {
  const host = await ApiPerson.newcomer(url);
  const { page } = await browserOf(browser, host);
  const figures = new HostFiguresPage(page);
  await figures.openFromOwnClassrooms();
  await expect(figures.empty('終わった教室はまだありません。')).toBeVisible();

  await holdClass(host, '五人の教室', 5);
  await holdClass(host, '二人の教室', 2);
  await figures.open();
  await expect(figures.heading).toBeVisible();
  await expect(figures.classRow('五人の教室').getByRole('cell').first()).toHaveText('5人');
  await expect(figures.classRow('二人の教室').getByRole('cell').first()).toHaveText('5人未満');
  await expect(figures.totals).toContainText('終わった教室2回');
  await expect(figures.totals).toContainText('参加した人(延べ)5人');

  await figures.choosePeriod('30日');
  await expect(page).toHaveURL(/\/me\/classrooms\/figures\?days=30$/);
  await expect(figures.classRow('五人の教室')).toBeVisible();
  await page.context().close();
});

for (const size of [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(
    `the figures fit a screen of ${size.width} px without layout shifts and are accessible`,
    { tag: '@full' },
    async ({ page, context }) => {
      await watchArchive();
      await signInByApi(context, url, 'host');
      await page.setViewportSize(size);
      await watchShifts(page);
      const figures = new HostFiguresPage(page);
      await figures.open();
      await expect(figures.classes).toBeVisible();
      await expect(figures.curves.first()).toBeVisible();
      await settled(page);
      expect((await shiftsOf(page)).sum).toBeLessThan(0.05);
      await figures.curves.first().locator('summary').press('Enter');
      expect(await layoutFindings(page)).toEqual([]);
      if (size.width < 1000) expect(await smallTargets(page)).toEqual([]);
      expect(await accessibilityFindings(page)).toEqual([]);
    },
  );
}
