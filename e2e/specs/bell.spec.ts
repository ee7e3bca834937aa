import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct as product } from '../fixtures/running-product';
import { anotherBrowser, signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

test.describe.configure({ timeout: 120_000 });

test('reading notifications in one browser updates the bell of the same user in another without a reload', async ({
  browser,
  page,
  context,
  baseURL,
}) => {
  // No one else opens the inbox of a new user.
  const [reader, follower] = await Promise.all([ApiPerson.newcomer(product.url), ApiPerson.newcomer(product.url)]);
  await follower.must('POST', `/users/${reader.id}/follow`);
  const elsewhere = await anotherBrowser(browser);
  for (const each of [context, elsewhere.context]) await reader.useIn(each);
  await page.goto('/classrooms');
  const { bell } = new Chrome(page);
  await expect(bell).toHaveAccessibleName(/未読\d+件/);
  const loadedAt = await page.evaluate(() => performance.timeOrigin);

  await elsewhere.page.goto(`${baseURL}/notifications`);
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeVisible();
  await expect(new Chrome(elsewhere.page).bell).toHaveAccessibleName('お知らせ');
  // The first connection of a browser also loads its code.
  await expect(bell).toHaveAccessibleName('お知らせ', { timeout: 40_000 });
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  await elsewhere.context.close();
});

test(
  'the bell shows the latest five without leaving the page, and leads to the rest',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await signInByApi(context, baseURL ?? '', 'host');
    // Other specs read the inbox of the host.
    const [follower, host] = await Promise.all([
      ApiPerson.newcomer(product.url),
      context.request.get('/v1/me').then((answer) => answer.json() as Promise<{ id: string }>),
    ]);
    await follower.must('POST', `/users/${host.id}/follow`);
    const chrome = new Chrome(page);
    await page.goto('/classrooms');
    await expect(page).toHaveTitle(/^\(\d+\) 教室 \| まなびば$/);
    await chrome.header.getByRole('button', { name: /^お知らせ\(未読\d+件\)/ }).click();
    await expect(chrome.latest.getByRole('listitem')).toHaveCount(5);
    await expect(chrome.bell).toHaveAccessibleName('お知らせ');
    await expect(page).toHaveTitle('教室 | まなびば');
    await page.keyboard.press('Escape');
    await expect(chrome.latest).toHaveCount(0);
    await expect(chrome.bell).toBeFocused();

    await chrome.openInbox();
    await expect(page.getByRole('heading', { level: 1, name: 'お知らせ' })).toBeVisible();
    await expect(chrome.latest).toHaveCount(0);
  },
);
