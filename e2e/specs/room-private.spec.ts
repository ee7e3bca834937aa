import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { CreateDialog } from '../pages/create-dialog';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

test('a host creates a private classroom and copies its invitation, and a guest opens it before the start', async ({
  browser,
  complaints,
}) => {
  complaints.allow(refusal(404, '/v1/'), refusal(404, '/classrooms/'));
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const hosting = await browserOf(browser, host);
  await hosting.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await hosting.page.goto('/classrooms');
  await new Chrome(hosting.page).createButton.click();
  const dialog = new CreateDialog(hosting.page);
  await dialog.title.fill('ふたりだけの読書会');
  await dialog.privateMode.check();
  await dialog.submit.click();
  await expect(hosting.heading('ふたりだけの読書会')).toBeVisible();

  const copied = () => hosting.page.evaluate(() => navigator.clipboard.readText());
  await hosting.invitation.copy.click();
  await expect(new Chrome(hosting.page).toast('リンクをコピーしました。')).toBeVisible();
  const link = await copied();
  await expect(hosting.invitation.url).toHaveValue(link);

  const visiting = await browserOf(browser, guest);
  await visiting.page.goto(link);
  await expect(visiting.heading('ふたりだけの読書会')).toBeVisible();
  await expect(visiting.reserve).toBeVisible();
  await expect(visiting.invitation.copy).toHaveCount(0);

  await hosting.invitation.rotate.click();
  await hosting.confirm('新しくする');
  await expect(hosting.invitation.url).not.toHaveValue(link);
  await visiting.page.goto(link);
  await expect(visiting.obstacle('この教室に入るには、招待のURLが必要です。')).toBeVisible();
  await visiting.page.goto(await hosting.invitation.url.inputValue());
  await expect(visiting.heading('ふたりだけの読書会')).toBeVisible();
  await Promise.all([hosting, visiting].map(({ page }) => page.context().close()));
});
