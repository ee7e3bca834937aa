import { aPhotograph } from '../fixtures/account/photograph';
import { ApiPerson } from '../fixtures/api-person';
import { sharedProduct } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';
import { GatePage } from '../pages/account/gate-page';
import { ProfileSettingsPage } from '../pages/account/profile-settings-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { SignUpPage } from '../pages/account/sign-up-page';

test('focus moves to the first invalid field', async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.email.fill('saki@example.jp');
  await signIn.signInButton.click();
  await expect(signIn.password).toBeFocused();
  await signIn.email.fill('saki');
  await signIn.signInButton.click();
  await expect(signIn.email).toBeFocused();

  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.chooseKind('一般・学生');
  await signUp.goOn();
  await expect(signUp.nickname).toBeFocused();
});

test('the address typed at sign-in is kept for the password reset', { tag: '@full' }, async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.email.fill('saki@example.jp');
  await new GatePage(page).link('パスワードをお忘れの方').click();
  await expect(page).toHaveURL(/\/reset_password$/);
  await expect(signIn.email).toHaveValue('saki@example.jp');
});

test(
  'an image that is too small or broken is rejected with a message and not shown',
  { tag: '@full' },
  async ({ page, context }) => {
    await (await ApiPerson.newcomer(sharedProduct.url)).useIn(context);
    const settings = new ProfileSettingsPage(page);
    await page.goto('/profile_settings');
    await settings.choosePicture({
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: await aPhotograph(page, { width: 199, height: 400 }),
    });
    await expect(settings.card).toContainText(
      '画像が小さすぎます。縦と横がどちらも200px以上の画像を選択してください。',
    );
    await settings.choosePicture({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await expect(settings.card).toContainText('画像を読み込めませんでした。別の画像を選択してください。');
    await expect(settings.crop).toHaveCount(0);
    const broken = await page.evaluate(() =>
      [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
    );
    expect(broken).toEqual([]);
  },
);
