import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { caughtMails, mailedPath, pathIn } from '../fixtures/mails';
import { aNewPerson } from '../fixtures/people';
import { sharedProduct as product } from '../fixtures/running-product';
import { anotherBrowser, expect, test } from '../fixtures/test';
import { GatePage } from '../pages/account/gate-page';
import { SignInPage } from '../pages/account/sign-in-page';
import { Chrome } from '../pages/chrome';

// Each of these users visits several pages and waits for mail.
test.describe.configure({ timeout: 90_000 });

test('a forgotten password is reset once through the mail, and all devices are signed out', async ({
  page,
  complaints,
}) => {
  complaints.allow(refusal(410, '/v1/auth/'), refusal(401, '/v1/auth/signin'));
  const person = aNewPerson();
  const elsewhere = await ApiPerson.newcomer(product.url, person);
  const signIn = new SignInPage(page);
  const gate = new GatePage(page);
  await signIn.open();
  await gate.link('パスワードをお忘れの方').click();
  await signIn.email.fill(person.email);
  await gate.button('リンクを送る').click();
  await expect(gate.heading('メールをご確認ください')).toBeVisible();

  const path = await mailedPath(product, person.email, 'パスワードの再設定');
  const password = 'ume-no-hana-22';
  await page.goto(path);
  await gate.newPassword.fill(password);
  await gate.button('パスワードを設定する').click();
  await expect(gate.heading('パスワードを設定しました')).toBeVisible();
  expect((await elsewhere.call('GET', '/me/notifications')).status).toBe(401);

  await gate.link('ログイン').click();
  await signIn.signIn(person.email, person.password);
  await expect(page.getByText('メールアドレスまたはパスワードが正しくありません。')).toBeVisible();
  await signIn.signIn(person.email, password);
  await expect(new Chrome(page).userMenuButton).toBeVisible();
  await caughtMails(product, person.email, 'パスワードの変更のお知らせ');

  // A used link shows this at once, before any input.
  await page.goto(path);
  await expect(gate.heading('リンクの有効期限が切れています。')).toBeVisible();
  await gate.link('もう一度リンクを送る').click();
  await expect(gate.heading('パスワードの再設定')).toBeVisible();
});

test(
  'an invalid or used verification link shows an error and the next step',
  { tag: '@full' },
  async ({ page, context, browser, complaints }) => {
    complaints.allow(refusal(410, '/v1/auth/'));
    const person = aNewPerson();
    await (await ApiPerson.newcomer(product.url, person)).useIn(context);
    const gate = new GatePage(page);
    await page.goto('/verify_email?token=nobody-was-sent-this');
    await gate.button('メールアドレスを確認する').click();
    await expect(gate.heading('リンクの有効期限が切れています。')).toBeVisible();
    await gate.button('確認メールを再送').click();
    await page.getByRole('dialog').getByRole('button', { name: '再送する' }).click();
    await expect(new Chrome(page).toast('確認メールを再送しました。')).toBeVisible();

    const [newest] = await caughtMails(product, person.email, 'メールアドレスの確認', 2);
    // A mail client prefetches the link before the user opens it.
    await page.goto(pathIn(newest));
    await expect(gate.button('メールアドレスを確認する')).toBeVisible();
    await page.goto(pathIn(newest));
    await gate.button('メールアドレスを確認する').click();
    await expect(gate.heading('メールアドレスを確認しました')).toBeVisible();
    await page.goto(pathIn(newest));
    await gate.button('メールアドレスを確認する').click();
    await expect(gate.heading('メールアドレスは確認済みです')).toBeVisible();

    const other = await anotherBrowser(browser);
    const otherGate = new GatePage(other.page);
    await other.page.goto(pathIn(newest));
    await otherGate.button('メールアドレスを確認する').click();
    await expect(otherGate.heading('リンクの有効期限が切れています。')).toBeVisible();
    await otherGate.link('ログインして再送する').click();
    await new SignInPage(other.page).signIn(person.email, person.password);
    await expect(other.page).toHaveURL(/\/settings$/);
    await other.context.close();
  },
);
