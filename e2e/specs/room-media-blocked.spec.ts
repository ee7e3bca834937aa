import { ApiPerson } from '../fixtures/api-person';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { accessibilityFindings } from '../fixtures/test';

// Pages reach the engine, but are given an address at which nothing answers, as behind a firewall that blocks UDP.
test.describe.configure({ timeout: 180_000 });
test.use({ productEnv: { MEDIA_ADDRESSES: '127.0.0.1:9' } });

test(
  'a network that blocks voice and video is reported with advice, while the room continues',
  { tag: '@full' },
  async ({ browser, product: { url } }) => {
    const host = await ApiPerson.newcomer(url);
    const id = await host.createRoom();
    const room = await browserOf(browser, host);
    await room.open(id);
    await room.start.click();
    await room.passPrejoin();
    const alert = room.stage.getByRole('alert').filter({ hasText: '音声と映像の通信ができません。' });
    // livekit-client waits for 15 s.
    await expect(alert).toBeVisible({ timeout: 60_000 });
    await expect(alert).toContainText('別のWi-Fiやモバイル回線に切り替える');
    expect(await accessibilityFindings(room.page)).toEqual([]);
    await room.showComments();
    await room.write('聞こえますか');
    await expect(room.comment('聞こえますか')).toBeVisible();
    await room.page.setViewportSize({ width: 360, height: 740 });
    await expect(alert.getByText('自動でつなぎ直します')).toBeInViewport({ ratio: 1 });
  },
);
