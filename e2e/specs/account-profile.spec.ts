import { aPhotograph, cameraWords, lookAt } from '../fixtures/account/photograph';
import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { bornYearsAgo } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { anotherBrowser, expect, test } from '../fixtures/test';
import { OrgSettingsPage } from '../pages/account/org-settings-page';
import { ProfilePage } from '../pages/account/profile-page';
import { ProfileSettingsPage } from '../pages/account/profile-settings-page';

const { url } = sharedProduct;

async function aProfessional(): Promise<ApiPerson> {
  const person = await ApiPerson.newcomer(url);
  await person.must('POST', '/auth/signup/professional', { orgName: `${person.nickname}の教室`, agreeTerms: true });
  return person;
}

test('a profile is completed with texts and a cropped image', async ({ page, context, request }) => {
  const person = await ApiPerson.newcomer(url);
  await person.useIn(context);
  const settings = new ProfileSettingsPage(page);
  const profile = new ProfilePage(page);
  await page.goto('/profile_settings');
  await settings.job.fill('数学教諭');
  await settings.introduction.fill('絵を一枚描いてみる。');
  await expect(settings.preview).toContainText('絵を一枚描いてみる。');

  await test.step('crops the left half of the photograph', async () => {
    await settings.choosePicture({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await aPhotograph(page) });
    await expect(settings.takeCrop).toBeEnabled();
    await settings.cropFrame.press('Shift+ArrowRight');
    for (let press = 0; press < 5; press += 1) await settings.cropFrame.press('Shift+ArrowRight');
    await settings.takeCrop.click();
    await expect(settings.crop).toHaveCount(0);
    await settings.save.click();
    await expect(settings.saved).toBeVisible();
  });

  await profile.open(person.id);
  await expect(profile.introduction.filter({ hasText: '絵を一枚描いてみる。' })).toBeVisible();
  const shown = (await profile.avatar.getAttribute('src')) ?? '';
  expect(shown).toMatch(/^\/v1\/images\/.+\?w=200&h=200&q=80$/);

  await test.step('it is served in the requested size and the smallest format that the browser accepts', async () => {
    const seen = await lookAt(page, shown);
    expect(seen.width).toBe(200);
    expect(seen.red).toBeGreaterThan(150);
    expect(seen.blue).toBeLessThan(100);
    for (const format of ['image/avif', 'image/webp']) {
      const answer = await request.get(shown, { headers: { accept: `${format},*/*` } });
      expect(answer.headers()['content-type']).toBe(format);
      expect(answer.headers()['cache-control']).toContain('immutable');
      const bytes = (await answer.body()).toString('latin1');
      expect(bytes).not.toContain(cameraWords);
    }
    expect((await lookAt(page, shown.replace('w=200&h=200', 'w=400&h=400'))).width).toBe(400);
    expect((await request.get(shown.replace('w=200&h=200', 'w=96&h=96'))).status()).toBe(422);
  });
});

test('two browsers follow a user, and each sees the count of both', async ({ page, context, browser }) => {
  const host = await aProfessional();
  const [one, two] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const other = await anotherBrowser(browser);
  await one.useIn(context);
  await two.useIn(other.context);
  const [first, second] = [new ProfilePage(page), new ProfilePage(other.page)];
  await first.open(host.id);
  await second.open(host.id);
  await expect(first.figure('フォロワー')).toHaveText('0');
  await expect(second.figure('フォロワー')).toHaveText('0');

  await first.follow.click();
  await expect(first.following).toBeVisible();
  await expect(first.figure('フォロワー')).toHaveText('1');
  await expect.poll(async () => (await host.must('GET', '/me')).followerCount).toBe(1);

  // The second browser still shows the old count; its own follow makes it refresh.
  await second.follow.click();
  await expect(second.figure('フォロワー')).toHaveText('2');
  await second.tab('フォロワー').click();
  await expect(second.person(one.nickname)).toBeVisible();
  await expect(second.person(two.nickname)).toBeVisible();

  await second.following.click();
  await expect(second.figure('フォロワー')).toHaveText('1');
  await expect(second.person(two.nickname)).toHaveCount(0);
  await page.reload();
  await expect(first.following).toBeVisible();
  await expect(first.figure('フォロワー')).toHaveText('1');
  await other.context.close();
});

test('a failed follow is rolled back with a message', { tag: '@full' }, async ({ page, context, complaints }) => {
  complaints.allow(refusal(404, '/follow'));
  const [host, person] = await Promise.all([aProfessional(), ApiPerson.newcomer(url)]);
  await person.useIn(context);
  const profile = new ProfilePage(page);
  let refuse: () => void = () => undefined;
  const isWanted = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/v1/users/*/follow', async (route) => {
    await isWanted;
    await route.fulfill({ status: 404, json: { error: 'ページが見つかりません。', code: 'not_found' } });
  });
  await profile.open(host.id);
  await profile.follow.click();
  await expect(profile.following).toBeVisible();
  await expect(profile.figure('フォロワー')).toHaveText('1');
  refuse();
  await expect(profile.follow).toBeVisible();
  await expect(profile.figure('フォロワー')).toHaveText('0');
  await expect(page.getByText('ページが見つかりません。')).toBeVisible();
});

test(
  'the profile of a user of 12 or younger shows only nickname and avatar and cannot be followed',
  { tag: '@full' },
  async ({ page, context }) => {
    const [child, adult] = await Promise.all([
      ApiPerson.newcomer(url, { birthDate: bornYearsAgo(9), guardianEmail: 'guardian@example.test' }),
      ApiPerson.newcomer(url),
    ]);
    await adult.useIn(context);
    const profile = new ProfilePage(page);
    await profile.open(child.id);
    await expect(profile.name).toHaveText(child.nickname);
    await expect(profile.follow).toHaveCount(0);
    await expect(profile.figure('フォロワー')).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    expect(await adult.call('POST', `/users/${child.id}/follow`)).toMatchObject({
      status: 403,
      body: { code: 'age_restricted' },
    });
  },
);

test('a professional edits the organisation; other users have no access', async ({ page, context }) => {
  const host = await aProfessional();
  await host.useIn(context);
  const settings = new OrgSettingsPage(page);
  await page.goto('/org/settings');
  await settings.name.fill(`みなと数学教室 ${host.nickname}`);
  await settings.save('organisation').click();
  await expect(settings.organisation.getByText('変更を保存しました。')).toBeVisible();

  await settings.number.fill('T123456789012');
  await settings.save('registration').click();
  await expect(settings.registration.getByText('Tと13桁の数字で入力してください。')).toBeVisible();
  await settings.number.fill('T7000012050002');
  await settings.save('registration').click();
  await expect(settings.registration.getByText('変更を保存しました。')).toBeVisible();

  await page.reload();
  await expect(settings.name).toHaveValue(`みなと数学教室 ${host.nickname}`);
  await expect(settings.number).toHaveValue('T7000012050002');

  const adult = await ApiPerson.newcomer(url);
  await context.clearCookies();
  await adult.useIn(context);
  await page.goto('/org/settings');
  await expect(page.getByText('プロフェッショナルの方のみご利用いただけます。')).toBeVisible();
  await expect(settings.name).toHaveCount(0);
});
