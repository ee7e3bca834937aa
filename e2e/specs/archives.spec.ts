import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { demoArchive, demoArchives } from '../fixtures/archives/demo-archives';
import { sharedProduct } from '../fixtures/running-product';
import { anotherBrowser, expect, signInByApi, test } from '../fixtures/test';
import { SignInPage } from '../pages/account/sign-in-page';
import { ArchivePage } from '../pages/archive-page';

/** Resolves with the answer to the next report of how far an archive was watched. */
const nextReport = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/watch'));

test('a viewer plays an archive, seeks, and continues in another browser where they stopped', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const archive = await demoArchive(request, 'public');
  const viewer = await ApiPerson.newcomer(sharedProduct.url);
  await viewer.useIn(page.context());
  const screen = new ArchivePage(page);

  await test.step('a click on the poster plays, with sound', async () => {
    await screen.open(archive.id);
    await expect(screen.heading).toHaveText(archive.title);
    await screen.firstPlay.click();
    await expect.poll(() => screen.position()).toBeGreaterThan(1);
    await expect.poll(() => screen.loudness()).toBeGreaterThan(0.01);
  });

  await test.step('keys and chapters move the position', async () => {
    await page.keyboard.press('5');
    await expect.poll(() => screen.position()).toBeGreaterThanOrEqual(Math.round(archive.durationSeconds / 2));
    const [, second] = archive.chapters;
    if (!second) throw new Error('the archive has no second chapter');
    await screen.chapter(second.title).click();
    await expect.poll(() => screen.position()).toBeGreaterThanOrEqual(second.at);
    expect(await screen.position()).toBeLessThan(archive.durationSeconds / 2);
    await expect(screen.slider).toHaveAttribute('aria-valuetext', new RegExp(second.title));
  });

  const stoppedAt = await test.step('a pause saves the position', async () => {
    await expect(screen.pause).toBeVisible();
    const [report] = await Promise.all([nextReport(page), screen.pause.click()]);
    expect(report.status()).toBe(200);
    return (report.request().postDataJSON() as { positionSeconds: number }).positionSeconds;
  });

  await test.step('another browser of the same user continues there', async () => {
    const other = await anotherBrowser(browser, { baseURL: sharedProduct.url });
    await viewer.useIn(other.context);
    const elsewhere = new ArchivePage(other.page);
    await elsewhere.open(archive.id);
    await expect(elsewhere.slider).toHaveAttribute('aria-valuenow', String(stoppedAt));
    await elsewhere.firstPlay.click();
    await expect.poll(() => elsewhere.position()).toBeGreaterThan(stoppedAt);
    await other.context.close();
  });
});

test(
  'a watch of half of the video counts once, however often it is repeated',
  { tag: '@full' },
  async ({ page, request }) => {
    test.slow();
    const { id, durationSeconds, watchCount } = await demoArchive(request, 'public', 1);
    const viewer = await ApiPerson.newcomer(sharedProduct.url);
    await viewer.useIn(page.context());
    const screen = new ArchivePage(page);
    await screen.open(id);
    await screen.firstPlay.click();
    await screen.chooseRate('2倍');
    await expect.poll(() => screen.position(), { timeout: 60_000 }).toBeGreaterThan(durationSeconds / 2 + 2);
    await Promise.all([nextReport(page), screen.pause.click()]);
    const countOf = async () => (await viewer.must('GET', `/archives/${id}`)).watchCount as number;
    await expect.poll(countOf).toBe(watchCount + 1);

    const again = { sessionId: 'another-session', positionSeconds: durationSeconds, watchedSeconds: durationSeconds };
    expect(await viewer.must('POST', `/archives/${id}/watch`, again)).toEqual({
      counted: false,
      watchCount: watchCount + 1,
    });
  },
);

test('captions are shown over the video and next to it as a searchable transcript', async ({ page, request }) => {
  const { id } = await demoArchive(request, 'public');
  const screen = new ArchivePage(page);
  await screen.open(id);
  await screen.transcriptTab.click();
  const lines = screen.transcript.getByRole('button');
  await expect(lines.nth(1)).toBeVisible();
  const last = lines.last();
  const words = (await last.locator('span').innerText()).slice(0, 5);

  await screen.transcriptSearch.fill(words);
  await expect(lines).toHaveCount(1);
  await expect(page.getByText('1件', { exact: true })).toBeVisible();
  await lines.first().click();
  await expect.poll(() => screen.position()).toBeGreaterThan(0);
  await expect(screen.caption(words)).toBeVisible();
  await screen.captionsButton.click();
  await expect(screen.caption(words)).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(screen.caption(words)).toBeVisible();

  await screen.transcriptSearch.fill('どこにもないことば');
  await expect(page.getByText('見つかりませんでした。')).toBeVisible();
});

test('an archive for subscribers refuses others and shows them the way to a plan', async ({ page, request }) => {
  const { id } = await demoArchive(request, 'subscriber');
  const screen = new ArchivePage(page);
  await signInByApi(page.context(), sharedProduct.url, 'adult');
  await screen.open(id);
  await expect(screen.player.getByText('プランの方がご覧いただけます。')).toBeVisible();
  await expect(screen.firstPlay).toHaveCount(0);
  await screen.player.getByRole('link', { name: 'プランに登録' }).click();
  await expect(page).toHaveURL(/\/plans$/);

  const adult = await ApiPerson.demo(sharedProduct.url, 'adult');
  expect(await adult.must('GET', `/archives/${id}`)).toMatchObject({ canWatch: false, hlsUrl: null, fileUrl: null });
  const watched = { sessionId: 'refused', positionSeconds: 30, watchedSeconds: 30 };
  expect(await adult.call('POST', `/archives/${id}/watch`, watched)).toMatchObject({
    status: 403,
    body: { code: 'subscription_required' },
  });

  await signInByApi(page.context(), sharedProduct.url, 'subscriber');
  await screen.open(id);
  await screen.firstPlay.click();
  await expect.poll(() => screen.position()).toBeGreaterThan(1);
});

test(
  'an archive for signed-in users lets a visitor sign in and come back to it',
  { tag: '@full' },
  async ({ page, request }) => {
    const { id } = await demoArchive(request, 'signed_in');
    const screen = new ArchivePage(page);
    await screen.open(id);
    await screen.player.getByRole('link', { name: 'ログイン' }).click();
    await new SignInPage(page).signIn('adult@demo.manabiba.test', 'manabiba-demo');
    await expect(page).toHaveURL(new RegExp(`/archives/${id}$`));
    await screen.firstPlay.click();
    await expect.poll(() => screen.position()).toBeGreaterThan(1);
  },
);

test(
  'archives are found by category and by keyboard, on a phone as well',
  { tag: '@full' },
  async ({ page, request }) => {
    const [archive] = await demoArchives(request);
    if (!archive) throw new Error('the demo has no archive');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/archives');
    await expect(page.getByRole('heading', { level: 1, name: 'アーカイブ' })).toBeVisible();
    const { categories } = (await (await request.get('/v1/categories')).json()) as {
      categories: { id: string; name: string }[];
    };
    const category = categories.find(({ id }) => id === archive.categoryId);
    await page.getByRole('button', { name: category?.name ?? '', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/categories/${archive.categoryId}$`));
    const link = page.getByRole('main').getByRole('link', { name: archive.title });
    await link.focus();
    await page.keyboard.press('Enter');
    const screen = new ArchivePage(page);
    await expect(screen.heading).toHaveText(archive.title);
    await expect(screen.recommended.getByRole('link').first()).toBeVisible();
  },
);
