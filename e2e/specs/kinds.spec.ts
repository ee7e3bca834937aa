import { refusal } from '../fixtures/complaints';
import { type DemoKind, demoKinds } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { expect, signInByApi, test } from '../fixtures/test';
import { inFullUnless } from '../level';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';
import { ListPage } from '../pages/list-page';

const everyone = [
  'マイプロフィール',
  '自分の教室',
  'チケット',
  '購入履歴',
  'プロフィール設定',
  'アカウント設定',
  'ヘルプセンター',
  'ログアウト',
];
const professionals = [
  'マイプロフィール',
  '自分の教室',
  'チケット',
  '購入履歴',
  'プロフィール設定',
  'プロフェッショナル設定',
  'イベントの管理',
  'アカウント設定',
  'ヘルプセンター',
  'ログアウト',
];
/** Only users with an e-mail address have sign-out in the menu. */
const withoutEmail = everyone.filter((item) => item !== 'ログアウト');

const menus: Record<DemoKind, string[]> = {
  adult: everyone,
  student: everyone,
  child: everyone,
  school: everyone,
  host: professionals,
  subscriber: everyone,
  resubmit: everyone,
  unpaid: everyone,
  unverified: everyone,
  staff: everyone,
};

/** The kinds whose menus differ; the others have one of these. */
const MAIN_KINDS: readonly DemoKind[] = ['adult', 'host'];

for (const kind of demoKinds) {
  test(`${kind} sees the menu for their kind of account`, inFullUnless(MAIN_KINDS.includes(kind)), async ({ page }) => {
    await signInByApi(page.context(), sharedProduct.url, kind);
    await page.goto('/');
    const items = await new Chrome(page).menuItems();
    expect(items.map((item) => item.trim()).filter((item) => professionals.includes(item))).toEqual(menus[kind]);
  });
}

test('a pupil without an e-mail address signs in with school and student code and has no sign-out in the menu', async ({
  page,
}) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signInWithSchool('minato-hs', '1-2-11', 'manabiba-demo');
  const chrome = new Chrome(page);
  await expect(chrome.userMenuButton).toBeVisible();
  const items = (await chrome.menuItems()).map((item) => item.trim());
  expect(items.filter((item) => professionals.includes(item))).toEqual(withoutEmail);
  await page.goto('/settings');
  await chrome.signOutBy(page.getByRole('button', { name: 'この端末からログアウト' }));
  await expect(chrome.toast('ログアウトしました。')).toBeVisible();
});

test('a visitor sees only the sign-in link', async ({ page }) => {
  await page.goto('/');
  const chrome = new Chrome(page);
  await expect(chrome.signInLink).toBeVisible();
  await expect(chrome.userMenuButton).toHaveCount(0);
  await expect(chrome.bell).toHaveCount(0);
  await expect(chrome.createButton).toHaveCount(0);
});

test('a visitor who opens a page for signed-in users returns to it after sign-in', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/signin\?next=%2Fnotifications/);
  await new SignInPage(page).signIn('adult@demo.manabiba.test', 'manabiba-demo');
  await expect(page).toHaveURL(/\/notifications$/);
});

test('users whose documents were returned are redirected to settings from anywhere', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'resubmit');
  await page.goto('/events');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(
    page.getByText('本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。').first(),
  ).toBeVisible();
});

test('an open invoice shows the payment notice', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'unpaid');
  await page.goto('/');
  await expect(page.getByText('カードでのお支払いを確認できませんでした。カード情報をご確認ください。')).toBeVisible();
  await expect(page.getByRole('link', { name: 'カード情報を確認する' })).toBeVisible();
});

test('a child cannot create or comment', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'child');
  await page.goto('/classrooms?state=live');
  await expect(page.getByRole('heading', { name: '教室', level: 1 })).toBeVisible();
  await expect(new Chrome(page).createButton).toHaveCount(0);
  await new ListPage(page, '/classrooms').firstLink.click();
  await expect(page).toHaveURL(/\/classrooms\/./);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '送信', exact: true })).toHaveCount(0);
});

test('only professionals can open professional settings', { tag: '@full' }, async ({ page, complaints }) => {
  complaints.allow(refusal(404, '/org/settings'));
  await signInByApi(page.context(), sharedProduct.url, 'adult');
  await page.goto('/org/settings');
  await expect(page.getByText('プロフェッショナルの方のみご利用いただけます。')).toBeVisible();
});
