import { millisecondsInMinute } from 'date-fns/constants';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { startTimeFromNow } from '../fixtures/time';
import { Chrome } from '../pages/chrome';
import { CreateDialog } from '../pages/create-dialog';
import { RoomPage } from '../pages/room-page';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

test('a classroom with three people from creation to end', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end.
  complaints.allow(refusal(410, '/v1/'));
  const [host, guest, other] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
  ]);
  const [hosting, attending] = [await browserOf(browser, host), await browserOf(browser, guest)];

  const id = await test.step('the host creates it, a guest reserves', async () => {
    const { page } = hosting;
    await page.goto('/');
    await new Chrome(page).createButton.click();
    const dialog = new CreateDialog(page);
    await expect(dialog.category).not.toHaveValue('');
    await dialog.title.fill(`やさしい統計 ${host.nickname}`);
    await dialog.startAt.fill(startTimeFromNow(5 * millisecondsInMinute));
    await dialog.submit.click();
    await expect(page).toHaveURL(/\/classrooms\/[^/]+$/);
    const created = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await attending.open(created);
    await attending.reserve.click();
    await expect(attending.cancelReservation).toBeVisible();
    return created;
  });

  await test.step('the host starts early, the guest joins', async () => {
    await hosting.start.click();
    await hosting.passPrejoin();
    await expect(hosting.stage).toBeVisible();
    await attending.enter(id);
    await hosting.showPeople();
    await expect(hosting.person(guest.nickname)).toBeVisible();
  });
  const third = await inRoom(browser, other, id);
  await expect(hosting.people.getByRole('listitem')).toHaveCount(3);
  await Promise.all(
    [hosting, attending, third].map((room) => expect(room.speakers.getByRole('listitem')).toHaveCount(3)),
  );

  await test.step('reactions float over the stage for all participants', async () => {
    // It disappears quickly, so waiting starts before it appears.
    const seen = [hosting, third].map((room) => room.floating(guest.nickname).waitFor());
    await attending.reactions.getByRole('button', { name: '拍手' }).click();
    await Promise.all(seen);
    await expect(attending.reactions.getByRole('button', { name: '拍手' })).toHaveAttribute('aria-pressed', 'true');
    for (const room of [hosting, third]) {
      await expect(room.speaker(guest.nickname).getByRole('img', { name: '拍手' })).toBeVisible();
      await expect(room.reactions.getByRole('button', { name: '拍手' })).toHaveAccessibleDescription('1人');
    }
  });

  await test.step('comments reach all participants and can be deleted', async () => {
    for (const room of [attending, third]) await room.showComments();
    await attending.write('平均と中央値はちがいますか');
    await third.write('真ん中の値が中央値です');
    for (const room of [attending, third]) {
      await expect(room.comment('平均と中央値はちがいますか')).toHaveCount(1);
      await expect(room.comment('真ん中の値が中央値です')).toHaveCount(1);
    }
    await third
      .comment('平均と中央値はちがいますか')
      .getByRole('button', { name: `${guest.nickname}さんのコメントを通報する` })
      .click();
    await third.page.getByRole('dialog').getByText('その他').click();
    await third.confirm('通報する');
    await hosting.showComments();
    await hosting
      .comment('平均と中央値はちがいますか')
      .getByRole('button', { name: `${guest.nickname}さんのコメントを削除する` })
      .click();
    await hosting.confirm('削除する');
    await Promise.all(
      [hosting, attending, third].map((room) => expect(room.comment('平均と中央値はちがいますか')).toHaveCount(0)),
    );
    await hosting.showPeople();
  });

  await test.step('the host ends it for all participants', async () => {
    await hosting.control('終了する').click();
    await hosting.confirm('終了する');
    for (const { page } of [attending, third])
      await expect(
        page.getByRole('main').getByText('この教室は終了しました。').filter({ visible: true }).first(),
      ).toBeVisible();
    await expect(attending.join).toHaveCount(0);
  });
  await Promise.all([hosting, attending, third].map(({ page }) => page.context().close()));
});

test('in audience mode hands are raised in order, one listener is promoted and later kicked for good', async ({
  browser,
  complaints,
}) => {
  complaints.allow(refusal(403, '/v1/'), refusal(409, '/v1/'), refusal(403, '/google.firestore'));
  const [host, guest, other] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
  ]);
  const id = await host.createRoom({ audienceMode: true });
  await host.join(id);
  await host.must('DELETE', `/classrooms/${id}/leave`);
  const hosting = await inRoom(browser, host, id);
  await hosting.showPeople();
  const attending = await inRoom(browser, guest, id);
  const third = await inRoom(browser, other, id);

  await test.step('raise hands, promote, lower', async () => {
    await attending.control('手を挙げる').click();
    await expect(hosting.hands.getByRole('listitem')).toHaveCount(1);
    await third.control('手を挙げる').click();
    await expect(hosting.hands.getByRole('listitem')).toHaveText([
      new RegExp(guest.nickname),
      new RegExp(other.nickname),
    ]);
    await hosting.panel.getByRole('button', { name: `${guest.nickname}さんの発言を許可` }).click();
    await expect(third.speaker(guest.nickname)).toBeVisible();
    // Audio is not available yet, so no microphone is shown.
    await expect(attending.control('ミュート')).toHaveCount(0);
    // A promoted speaker has no raised hand.
    await expect(hosting.hands.getByRole('listitem')).toHaveText([new RegExp(other.nickname)]);
    await hosting.panel.getByRole('button', { name: `${other.nickname}さんの手を下ろす` }).click();
    await expect(hosting.hands).toHaveCount(0);
    await expect(third.control('手を挙げる')).toBeVisible();
  });

  await test.step('kick, and no rejoin', async () => {
    await hosting.act(guest.nickname, '退室させる');
    await hosting.confirm('退室させる');
    await expect(attending.obstacle('この教室には再入室できません。')).toBeVisible();
    await expect(hosting.person(guest.nickname)).toHaveCount(0);
    await attending.open(id);
    await expect(attending.obstacle('この教室には再入室できません。')).toBeVisible();
    await expect(attending.join).toHaveCount(0);
    const again = await guest.call('POST', `/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'another' });
    expect([again.status, again.body.code]).toEqual([403, 'kicked']);
  });
  await Promise.all([hosting, attending, third].map(({ page }) => page.context().close()));
});

test('a second window of a user takes over the room session', { tag: '@full' }, async ({ browser, complaints }) => {
  complaints.allow(refusal(409, '/v1/'));
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const id = await host.createRoom();
  await host.join(id);
  const first = await inRoom(browser, guest, id);
  const second = new RoomPage(await first.page.context().newPage());
  await second.open(id);
  await second.join.click();
  await second.passPrejoin();
  await expect(second.obstacle('別の画面で参加中です。')).toBeVisible();
  await second.switchHere.click();
  await expect(second.stage).toBeVisible();
  await expect(first.obstacle('別の画面で参加中です。')).toBeVisible();
  await expect(first.stage).toHaveCount(0);
  await second.showPeople();
  await expect(second.person(guest.nickname)).toHaveCount(1);
  await first.page.context().close();
});
