import type { Browser } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings } from '../fixtures/product';
import { received, watchConnections } from '../fixtures/rooms/media-page';
import { browserOf } from '../fixtures/rooms/room-visitor';
import type { RoomPage } from '../pages/room-page';

// Browsers encode and decode video slowly on a busy machine.
test.describe.configure({ timeout: 180_000 });
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--auto-select-desktop-capture-source=Entire screen',
        '--allow-loopback-in-peer-connection',
      ],
    }),
});

/** Opens the prejoin screen. */
async function beforeRoom(browser: Browser, person: ApiPerson, id: string, button: 'start' | 'join') {
  const room = await browserOf(browser, person);
  await room.page.context().grantPermissions(['microphone', 'camera']);
  await watchConnections(room.page);
  await room.open(id);
  await room[button].click();
  await expect(room.prejoin).toBeVisible();
  return room;
}

const enter = async (room: RoomPage) => {
  await expect(room.page.getByText('声が届いています')).toBeVisible();
  await room.join.click();
  await expect(room.stage).toBeVisible();
  await expect(room.control('マイクをオン')).toBeVisible({ timeout: 30_000 });
};

test('two participants exchange voice and video, share a screen, and are muted, demoted and removed', async ({
  browser,
  complaints,
  product: { url },
}) => {
  // Requests of a removed participant are refused until the page has noticed the removal.
  complaints.allow(refusal(410, '/v1/'), refusal(409, '/v1/'), refusal(403, '/v1/classrooms/'));
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const id = await host.createRoom();
  const hosting = await test.step('the host checks camera and microphone before joining', async () => {
    const room = await beforeRoom(browser, host, id, 'start');
    await expect(room.page.getByLabel('カメラの映像')).toBeVisible();
    await expect(room.page.getByRole('combobox', { name: 'マイク' })).toContainText('Fake');
    expect(await accessibilityFindings(room.page)).toEqual([]);
    await enter(room);
    return room;
  });
  const attending = await beforeRoom(browser, guest, id, 'join');
  await enter(attending);

  await test.step('the guest receives the camera and microphone of the host', async () => {
    await hosting.control('マイクをオン').click();
    await expect(hosting.control('マイクをオフ')).toBeVisible();
    await expect(
      attending.speaker(host.nickname).getByRole('img', { name: /マイクはオン|話しています/ }),
    ).toBeVisible();
    await expect
      .poll(async () => {
        const { audioEnergy, frames } = await received(attending.page);
        return audioEnergy > 0 && frames > 10;
      })
      .toBe(true);
    expect(await accessibilityFindings(attending.page)).toEqual([]);
  });

  await test.step('the microphone of the guest is open while the space bar is held', async () => {
    await attending.stage.focus();
    await attending.page.keyboard.down('Space');
    await expect(attending.control('マイクをオフ')).toBeVisible();
    await expect(hosting.speaker(guest.nickname).getByRole('img', { name: /マイクはオン|話しています/ })).toBeVisible();
    await attending.page.keyboard.up('Space');
    await expect(hosting.speaker(guest.nickname).getByRole('img', { name: 'ミュート中' })).toBeVisible();
  });

  await test.step('the host mutes the guest', async () => {
    await attending.page.keyboard.press('m');
    await expect(attending.control('マイクをオフ')).toBeVisible();
    await hosting.showPeople();
    await hosting.act(guest.nickname, 'ミュートにする');
    await expect(attending.control('マイクをオン')).toBeVisible();
    await expect(attending.page.getByText('ホストがあなたをミュートにしました。')).toBeVisible();
  });

  await test.step('the host shares a screen, which the guest can enlarge', async () => {
    await hosting.control('画面を共有').click();
    await expect(attending.page.getByRole('region', { name: `${host.nickname}さんの画面` })).toBeVisible();
    await attending.page.getByRole('button', { name: '大きくする' }).click();
    await expect(attending.page.getByText('125%')).toBeVisible();
    await hosting.control('共有をやめる').click();
    await expect(attending.page.getByRole('region', { name: `${host.nickname}さんの画面` })).toHaveCount(0);
  });

  await test.step('a guest who may only listen sends nothing, and is asked before speaking again', async () => {
    await hosting.act(guest.nickname, '聞き手に戻す');
    await expect(attending.control('マイクをオン')).toHaveCount(0);
    await hosting.act(guest.nickname, 'スピーカーにする');
    const question = attending.page.getByRole('dialog', { name: '発言が許可されました' });
    await question.getByRole('button', { name: 'マイクをオン' }).click();
    await expect(question).toHaveCount(0);
    await expect(hosting.speaker(guest.nickname).getByRole('img', { name: /マイクはオン|話しています/ })).toBeVisible();
  });

  await test.step('audio-only mode receives no video', async () => {
    await attending.page.getByRole('button', { name: /^接続と通信量/ }).click();
    await attending.page.getByRole('switch', { name: '音声のみにする' }).click();
    await expect(attending.speaker(host.nickname).locator('video')).toHaveCount(0);
    const { frames } = await received(attending.page);
    const { audioPackets } = await received(attending.page);
    await expect.poll(async () => (await received(attending.page)).audioPackets).toBeGreaterThan(audioPackets + 50);
    expect((await received(attending.page)).frames).toBeLessThan(frames + 5);
  });

  await test.step('a removed participant receives no media', async () => {
    await hosting.act(guest.nickname, '退室させる');
    await hosting.confirm('退室させる');
    await expect(attending.obstacle('この教室には再入室できません。')).toBeVisible();
    await expect
      .poll(() =>
        attending.page.evaluate(() =>
          (window as unknown as { connections: RTCPeerConnection[] }).connections.every(
            ({ connectionState }) => connectionState === 'closed',
          ),
        ),
      )
      .toBe(true);
  });
});
