import type { Browser, Page } from '@playwright/test';

import { finishProfile, meIn } from '../fixtures/account/profile';
import { ApiPerson } from '../fixtures/api-person';
import { caughtMails, mailedPath } from '../fixtures/mails';
import { aNewPerson, bornYearsAgo } from '../fixtures/people';
import { sharedProduct as product } from '../fixtures/running-product';
import { anotherBrowser, expect, test } from '../fixtures/test';
import { GatePage } from '../pages/account/gate-page';
import { ProfilePage } from '../pages/account/profile-page';
import { ProfileSettingsPage } from '../pages/account/profile-settings-page';
import { SettingsPage } from '../pages/account/settings-page';
import { SignUpPage } from '../pages/account/sign-up-page';
import { RoomPage } from '../pages/room-page';

// Each of these users visits several pages and waits for mail.
test.describe.configure({ timeout: 90_000 });

const rulesForChildren = '12歳以下のみなさんへ';

function newPersonOf(years: number) {
  const person = aNewPerson();
  return { ...person, birthDate: bornYearsAgo(years), guardianEmail: `hogosha.${person.email}` };
}

/** Signs up and sees that a consent request was sent to the guardian. */
async function signUp(page: Page, person: ReturnType<typeof newPersonOf>) {
  const steps = new SignUpPage(page);
  await steps.open();
  await steps.chooseKind('一般・学生');
  await steps.fillPerson({ nickname: person.nickname, birthDate: person.birthDate });
  await steps.goOn();
  await expect(page.getByText('保護者のメールアドレスを入力してください。')).toBeVisible();
  await steps.fillPerson(person);
  await expect(page.getByText(rulesForChildren)).toHaveCount(isChild(person) ? 1 : 0);
  await steps.goOn();
  await steps.createByEmail(person);
  await expect(steps.welcome(person.nickname)).toBeVisible();
  await expect(steps.todo('保護者の方の同意')).toContainText(person.guardianEmail);
  expect(await meIn(page)).toMatchObject({
    guardianConsent: 'asked',
    guardianConsentNeeded: true,
    canCommunicateAge: !isChild(person),
  });
}

const isChild = ({ birthDate }: { birthDate: string }) => birthDate > bornYearsAgo(13);

/** The guardian, who has no account, follows the link in the mail, sees the child's name and agrees. */
async function agree(browser: Browser, { nickname, guardianEmail }: { nickname: string; guardianEmail: string }) {
  const guardian = await anotherBrowser(browser);
  const gate = new GatePage(guardian.page);
  const path = await mailedPath(product, guardianEmail, '保護者の方の同意のお願い');
  await guardian.page.goto(path);
  await expect(gate.heading('保護者の方の同意のお願い')).toBeVisible();
  await expect(gate.words(nickname)).toBeVisible();
  await gate.guardianName.fill('宮下 紗季');
  await gate.isGuardian.check();
  await gate.button('保護者として同意する').click();
  await expect(gate.heading('ご同意ありがとうございました')).toBeVisible();
  return { path, gate, ...guardian };
}

test('a user of 12 or younger signs up, and a guardian agrees through the mail and receives a confirmation', async ({
  page,
  browser,
}) => {
  const person = newPersonOf(10);
  const nickname = `${person.nickname}ちゃん`;
  const settings = new SettingsPage(page);
  await signUp(page, person);

  await test.step('verifies the address and chooses another name; there is no introduction field', async () => {
    await page.goto(await mailedPath(product, person.email, 'メールアドレスの確認'));
    await new GatePage(page).button('メールアドレスを確認する').click();
    await expect(new GatePage(page).heading('メールアドレスを確認しました')).toBeVisible();
    await settings.open('guardian');
    await expect(settings.guardian.getByText('お返事をお待ちしています')).toBeVisible();
    await page.goto('/profile_settings');
    const profile = new ProfileSettingsPage(page);
    await profile.nickname.fill(nickname);
    await expect(profile.introduction).toHaveCount(0);
    await profile.save.click();
    await expect(profile.saved).toBeVisible();
    await profile.profileLink.click();
    await expect(new ProfilePage(page).name).toHaveText(nickname);
  });

  const guardian = await agree(browser, { ...person, nickname });
  await guardian.page.goto(guardian.path);
  await expect(guardian.gate.heading('同意をいただいています')).toBeVisible();
  await guardian.context.close();

  await settings.open('guardian');
  await expect(settings.guardian.getByText('同意済み', { exact: true })).toBeVisible();
  expect(await meIn(page)).toMatchObject({ guardianConsent: 'given', guardianConsentNeeded: false });
});

test(
  'a user of 14 signs up, and gets all rights of their age after a guardian has agreed',
  { tag: '@full' },
  async ({ page, browser }) => {
    const person = newPersonOf(14);
    await signUp(page, person);
    const guardian = await agree(browser, person);
    await guardian.context.close();
    expect(await meIn(page)).toMatchObject({
      guardianConsent: 'given',
      guardianConsentNeeded: false,
      isStudentAge: true,
    });
    await page.goto('/profile_settings');
    await finishProfile(page, person.nickname);
  },
);

test(
  'a guardian withdraws consent through the confirmation mail during a live classroom',
  { tag: '@full' },
  async ({ page, browser }) => {
    const person = newPersonOf(14);
    await signUp(page, person);
    const guardian = await agree(browser, person);
    const host = await ApiPerson.newcomer(product.url);
    const id = await host.createRoom();
    await host.join(id);
    await new RoomPage(page).enter(id);
    await guardian.page.goto(await mailedPath(product, person.guardianEmail, '保護者の方の同意を受け付けました'));
    await guardian.gate.button('同意を取り消す').click();
    await guardian.page.getByRole('dialog').getByRole('button', { name: '取り消す' }).click();
    await expect(guardian.gate.heading('同意を取り消しました')).toBeVisible();
    await expect(page.getByText('リスナーになりました。')).toBeVisible();
    await caughtMails(product, person.email, '保護者の方の同意が取り消されました');
    await guardian.context.close();
  },
);
