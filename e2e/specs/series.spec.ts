import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { holdClasses } from '../fixtures/series';
import { test } from '../fixtures/test';
import { startTimeFromNow } from '../fixtures/time';
import { CreateDialog } from '../pages/create-dialog';
import { SeriesPage } from '../pages/series-page';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
const DAY_MS = 86_400_000;

test('a host makes a series of a weekly class; a participant reserves all, attends, and gets a certificate that anybody can check', async ({
  browser,
  page,
}) => {
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const title = `星を学ぶ ${host.nickname}`;
  const hosting = (await browserOf(browser, host)).page;
  const attending = (await browserOf(browser, guest)).page;
  const own = new SeriesPage(hosting);
  const shown = new SeriesPage(attending);
  let id = '';

  await test.step('the host repeats a class weekly and makes a series of it', async () => {
    await hosting.goto('/me/classrooms');
    await hosting.getByRole('button', { name: '教室をつくる' }).first().click();
    const dialog = new CreateDialog(hosting);
    await dialog.title.fill('恒星の一生');
    await dialog.startAt.fill(startTimeFromNow(2 * DAY_MS));
    await dialog.dialog.getByRole('combobox', { name: '毎週くり返す' }).selectOption('2');
    await dialog.submit.click();
    // Each date is a call of its own, which leaving the page would end.
    await expect(hosting.getByRole('heading', { name: '恒星の一生' })).toHaveCount(2);
    await own.openOwn();
    id = await own.createOf(title);
    await expect(own.main.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(own.main.getByText('第2回')).toBeVisible();
  });

  await test.step('the participant reserves all dates', async () => {
    await attending.goto(`/series/${id}`);
    await shown.reserveAll.click();
    await expect(shown.outcomes).toHaveText([/予約しました/, /予約しました/]);
    const href = (await shown.calendar.getAttribute('href')) ?? '';
    const file = await (await attending.request.get(href)).text();
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });

  await test.step('both attend, and the certificate is issued and checked', async () => {
    const { dates } = await host.must('GET', `/series/${id}`);
    await holdClasses(
      host,
      guest,
      dates.map(({ classroom }: { classroom: { id: string } }) => classroom.id),
    );
    await attending.reload();
    await expect(shown.main.getByText('2回のうち2回')).toBeVisible();
    await shown.issue('山田 花子');
    await page.goto(attending.url());
    const checked = new SeriesPage(page);
    await expect(checked.certificate).toContainText('山田 花子 様');
    await expect(checked.certificate).toContainText(title);
    const pdf = await page.request.get((await checked.file.getAttribute('href')) ?? '');
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });
  await hosting.context().close();
  await attending.context().close();
});
