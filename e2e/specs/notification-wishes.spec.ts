import { ApiPerson } from '../fixtures/api-person';
import { caughtMails } from '../fixtures/mails';
import { expect } from '../fixtures/patient-expect';
import { sharedProduct as product } from '../fixtures/running-product';
import { anotherBrowser, test } from '../fixtures/test';
import { inAnHour } from '../fixtures/time';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { followButton } from '../pages/account/follow-button';
import { Chrome } from '../pages/chrome';

test.describe.configure({ timeout: 120_000 });

/** Returns the notifications of a kind, the latest first. */
async function notified(person: ApiPerson, kind: string): Promise<{ id: string; title: string }[]> {
  const { items } = await person.must('GET', '/me/notifications');
  return items.filter((item: { kind: string }) => item.kind === kind);
}

test(
  'the next notification obeys a setting that was just changed',
  { tag: '@full' },
  async ({ browser, page, context }) => {
    const [reader, host] = await Promise.all([ApiPerson.newcomer(product.url), ApiPerson.newcomer(product.url)]);
    await reader.must('POST', `/users/${host.id}/follow`);
    await reader.useIn(context);
    await page.goto('/settings#notifications');
    const { bell } = new Chrome(page);
    const other = await anotherBrowser(browser);
    const follow = async () => {
      await (await ApiPerson.newcomer(product.url)).useIn(other.context);
      await other.page.goto(`${product.url}/users/${reader.id}`);
      const { follow: button, following } = followButton(other.page, reader.nickname);
      await button.click();
      await expect(following).toBeVisible();
    };

    await follow();
    // The first connection of a browser also loads its code.
    await expect(bell).toHaveAccessibleName('お知らせ(未読1件)', { timeout: 40_000 });

    const kinds = page.getByRole('region', { name: '通知設定' });
    await kinds.getByRole('switch', { name: 'フォローされたとき アプリ内' }).click();
    await expect(kinds.getByText('変更を保存しました。')).toBeVisible();
    await follow();
    // Notifications are sent in order: with the one after it, the follow would have arrived too.
    await host.createRoom({ startAt: inAnHour() });
    await expect(bell).toHaveAccessibleName('お知らせ(未読2件)');
    expect(await notified(reader, 'userFollow')).toHaveLength(1);
    expect(await notified(reader, 'classroomCreatedByFollow')).toHaveLength(1);
    await other.context.close();
  },
);

test('the link in a caught mail stops the mails of its kind, and nothing else', async ({ page }) => {
  const [reader, host] = await Promise.all([aVerifiedPerson(product), ApiPerson.newcomer(product.url)]);
  const cancelReserved = async () => {
    const id = await host.createRoom({ startAt: inAnHour() });
    await reader.api.must('POST', `/classrooms/${id}/reservations`);
    await host.must('DELETE', `/classrooms/${id}`);
  };
  const before = await reader.api.must('GET', '/me/notification_settings');
  await cancelReserved();
  const [mail] = await caughtMails(product, reader.email, 'は中止になりました');
  const [link = ''] = /https?:\/\/\S+\/unsubscribe\?token=[\w.-]+/.exec(mail?.text ?? '') ?? [];
  const { pathname, search } = new URL(link);

  // Without a sign-in: the mail may be read on another device.
  await page.goto(pathname + search);
  await page.getByRole('button', { name: '停止する' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: '「予約した教室の中止」のメールを停止しました。' }),
  ).toBeFocused();
  const { reservedClassroomCancelled } = before.channels;
  expect(reservedClassroomCancelled.mail).toBe(true);
  expect(await reader.api.must('GET', '/me/notification_settings')).toEqual({
    ...before,
    channels: { ...before.channels, reservedClassroomCancelled: { ...reservedClassroomCancelled, mail: false } },
  });

  await cancelReserved();
  const cancelled = () => notified(reader.api, 'reservedClassroomCancelled');
  await expect.poll(async () => (await cancelled()).length).toBe(2);
  const [latest] = await cancelled();
  const { channels } = await reader.api.must('GET', `/notifications/${latest?.id}/reason`);
  expect(channels).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'inApp', state: 'sent' }),
      expect.objectContaining({ channel: 'mail', state: 'off' }),
    ]),
  );
  await caughtMails(product, reader.email, 'は中止になりました', 1);
});
