import type { Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { mailedPath } from '../fixtures/mails';
import { bornYearsAgo } from '../fixtures/people';
import { sharedProduct as product } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { askStaff } from '../fixtures/staff';
import { accessibilityFindings, expect, signInByApi, test } from '../fixtures/test';
import { SignInPage } from '../pages/account/sign-in-page';
import { SignUpPage } from '../pages/account/sign-up-page';
import { Chrome } from '../pages/chrome';

test.describe.configure({ timeout: 120_000 });

/**
 * Expects no serious finding, in the light theme at desktop width and in the dark theme at phone width, without
 * horizontal scrolling.
 */
async function expectAccessible(page: Page, name: string) {
  await settled(page);
  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
    );
    expect(await accessibilityFindings(page), `${name}, ${colorScheme}, ${width} px`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways scroll of ${name} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

async function openAndExpectAccessible(page: Page, path: string, heading?: string | RegExp) {
  await page.goto(path);
  await expect(
    new Chrome(page).main
      .getByRole('heading', { ...(heading && { name: heading }) })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expectAccessible(page, path);
}

test('no sign-up step, including its messages, has a serious finding', { tag: '@full' }, async ({ page }) => {
  const signUp = new SignUpPage(page);
  await signUp.open();
  await expect(signUp.step('登録の種類')).toBeVisible();
  await expectAccessible(page, 'the kinds');

  await test.step('a child of 10', async () => {
    await signUp.goOn();
    await signUp.fillPerson({ nickname: '', birthDate: bornYearsAgo(10) });
    await signUp.goOn();
    await expect(page.getByText('保護者のメールアドレスを入力してください。')).toBeVisible();
    await expectAccessible(page, 'who a child is');
    await signUp.fillPerson({ nickname: '花子', birthDate: bornYearsAgo(30) });
    await signUp.goOn();
    await expect(signUp.password).toBeVisible();
    await signUp.create();
    await expect(page.getByText('メールアドレスを入力してください。')).toBeVisible();
    await expectAccessible(page, 'address and password');
  });

  await test.step('a pupil', async () => {
    await signUp.open();
    await signUp.chooseKind('学校コード');
    await signUp.goOn();
    await expect(page.getByText('生徒コードを入力してください。')).toBeVisible();
    await expectAccessible(page, 'the codes of a school');
  });

  await test.step('a professional', async () => {
    await signUp.open();
    await signUp.chooseKind('プロフェッショナル');
    await signUp.goOn();
    await expect(signUp.step('団体情報')).toBeVisible();
    await expectAccessible(page, 'an organisation');
  });
});

test(
  'no sign-in page has a serious finding: Google dialog, school sign-in, targets of mail links',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(410, '/v1/'));
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.googleButton.click();
    await expect(signIn.googleDialog).toBeVisible();
    await expectAccessible(page, 'Google’s window');

    const guardianEmail = `hogosha.${Date.now()}@example.test`;
    await ApiPerson.newcomer(product.url, { birthDate: bornYearsAgo(10), guardianEmail });
    await openAndExpectAccessible(
      page,
      await mailedPath(product, guardianEmail, '保護者の方の同意のお願い'),
      '保護者の方の同意のお願い',
    );
    await openAndExpectAccessible(page, '/guardian_consent?token=none', 'リンクの有効期限が切れています。');
    await openAndExpectAccessible(page, '/reset_password', 'パスワードの再設定');
    await openAndExpectAccessible(page, '/reset_password?token=none');
    await openAndExpectAccessible(page, '/verify_email?token=none', 'メールアドレスの確認');
  },
);

test('no profile or settings page has a serious finding', { tag: '@full' }, async ({ page, context, complaints }) => {
  // The frame around the page may send a request before it knows of the suspension.
  complaints.allow(refusal(403, '/v1/'));
  const [person, professional] = await Promise.all([
    ApiPerson.newcomer(product.url, { birthDate: bornYearsAgo(15), guardianEmail: 'guardian@example.test' }),
    ApiPerson.newcomer(product.url),
  ]);
  await professional.must('POST', '/auth/signup/professional', {
    orgName: `${professional.nickname}の教室`,
    agreeTerms: true,
  });

  await test.step('the pages of a student aged 15 and of others', async () => {
    await person.useIn(context);
    await openAndExpectAccessible(page, '/settings');
    for (const group of await page.getByRole('navigation', { name: '設定の項目' }).getByRole('link').all()) {
      await group.click();
      await expectAccessible(page, `the settings ${await group.textContent()}`);
    }
    await openAndExpectAccessible(page, '/profile_settings');
    await openAndExpectAccessible(page, `/users/${professional.id}`, professional.nickname);
    await openAndExpectAccessible(page, '/professionals');
  });

  await test.step('the pages of an organisation', async () => {
    await professional.useIn(context);
    await openAndExpectAccessible(page, '/org/settings');
    await openAndExpectAccessible(page, '/account/farewell');
  });

  await test.step('the pages of a suspended user', async () => {
    await askStaff(product, 'suspend', professional.id, '規約違反のため。');
    await page.goto('/');
    await expect(page.getByText('規約違反のため。')).toBeVisible();
    await expectAccessible(page, 'a suspended account');
  });

  await test.step('the pages for staff: release health and metrics', async () => {
    await context.clearCookies();
    await signInByApi(context, product.url, 'staff');
    await openAndExpectAccessible(page, '/status', '稼働状況');
    await openAndExpectAccessible(page, '/status/analytics', '利用状況');
  });
});
