import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { received } from '../fixtures/rooms/media-page';
import { beforeRoom, enter, expectSound, launchOptions } from '../fixtures/rooms/media-room';
import { sharedProduct } from '../fixtures/running-product';
import { accessibilityFindings, test } from '../fixtures/test';
import type { RoomPage } from '../pages/room-page';

const { url } = sharedProduct;
// Three browsers encode and decode on a busy machine.
test.describe.configure({ timeout: 360_000 });
test.use({ launchOptions });

const heard = async ({ page }: RoomPage) => (await received(page)).audioPackets;

test('each group hears only itself and its visitor, calls the host, and is called back', async ({
  browser,
  complaints,
}) => {
  // Whoever is moved has tokens refused that were asked for a moment before.
  complaints.allow(refusal(410, '/v1/'), refusal(409, '/v1/'));
  const [host, anna, ben] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
  ]);
  const id = await host.createRoom();
  const hosting = await beforeRoom(browser, host, id, 'start');
  await enter(hosting);
  const inRed = await beforeRoom(browser, anna, id, 'join');
  await enter(inRed);
  const inBlue = await beforeRoom(browser, ben, id, 'join');
  await enter(inBlue);

  await test.step('the host assigns both by name', async () => {
    await hosting.showPeople();
    await hosting.groups.open.click();
    await hosting.groups.way.selectOption('named');
    await hosting.groups.choice(anna.nickname).selectOption({ label: 'グループ1' });
    await hosting.groups.choice(ben.nickname).selectOption({ label: 'グループ2' });
    expect(await accessibilityFindings(hosting.page)).toEqual([]);
    await hosting.groups.split.click();
    await expect(inRed.group.card).toContainText('グループ1');
    await expect(inBlue.group.card).toContainText('グループ2');
  });

  await test.step('both speak, and neither hears the other or the host', async () => {
    for (const [room, mate] of [
      [inRed, ben],
      [inBlue, anna],
    ] as const) {
      await expect(room.speaker(mate.nickname)).toBeHidden();
      await room.control('マイクをオン').click();
      await expect(room.control('マイクをオフ')).toBeVisible();
    }
    // Connections of the main room are closed, so whatever is counted was heard in the group.
    await expect.poll(() => heard(inRed)).toBe(0);
    await expect.poll(() => heard(inBlue)).toBe(0);
  });

  await test.step('a group calls the host, who visits it; the other group hears nothing of it', async () => {
    await inRed.group.callHost.click();
    await expect(hosting.group.card).toContainText('グループ1が呼んでいます');
    expect(await accessibilityFindings(hosting.page)).toEqual([]);
    await hosting.group.visit('グループ1').click();
    await expect(hosting.group.card).toContainText('グループ1');
    await expectSound(inRed);
    await expectSound(hosting);
    expect(await heard(inBlue)).toBe(0);
  });

  await test.step('a reload leads back into the group', async () => {
    await inRed.page.reload();
    await expect(inRed.group.card).toContainText('グループ1');
    await expectSound(inRed);
  });

  await test.step('a line of the host reaches both groups', async () => {
    await hosting.group.manage.click();
    await hosting.groups.message.fill('あと少しで終わります。');
    await hosting.groups.send.click();
    await expect(inRed.group.card).toContainText('あと少しで終わります。');
    await expect(inBlue.group.card).toContainText('あと少しで終わります。');
  });

  await test.step('everybody is called back and hears the host', async () => {
    await hosting.groups.recallNow.click();
    await expect(inRed.group.card).toBeHidden();
    await expect(inBlue.group.card).toBeHidden();
    await expectSound(inRed);
    await expectSound(inBlue);
    await expect(inBlue.speaker(anna.nickname)).toBeVisible();
  });
});
