import { ApiPerson } from '../fixtures/api-person';
import { shiftsOf, watchShifts } from '../fixtures/pages/layout-findings';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { test } from '../fixtures/test';
import { inFullUnless } from '../level';
import type { RoomPage } from '../pages/room-page';

test.describe.configure({ timeout: 180_000 });

const { url } = sharedProduct;
/** Largest layout shift allowed while a page loads. Source: design of the screens. */
const MOST_SHIFT = 0.05;

/** Checks all layout shifts since the page was opened, including those right after input. */
async function expectCalm({ page }: RoomPage, what: string) {
  const { sum, moved } = await shiftsOf(page);
  expect.soft(sum, `${what} moved: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
}

for (const [width, height] of [
  [320, 640],
  [360, 740],
  [1280, 800],
] as const) {
  test(
    `nothing shifts while entering a room, reloading it and leaving it, at ${width} px`,
    inFullUnless(width === 360),
    async ({ browser }) => {
      const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
      const id = await host.createRoom();
      await host.join(id);
      await host.say(id, 'はじめましょう。');
      const room = await browserOf(browser, guest);
      await room.page.setViewportSize({ width, height });
      await watchShifts(room.page, { countsAfterInput: true });

      await room.enter(id);
      await room.showPeople();
      await expect(room.person(guest.nickname)).toBeVisible();
      await expectCalm(room, 'the way in');

      await room.page.reload();
      await expect(room.speaker(guest.nickname)).toBeVisible({ timeout: 40_000 });
      await expectCalm(room, 'the room after a reload');

      await room.control('退出する').click();
      await expect(room.join).toBeVisible();
      await settled(room.page);
      await expectCalm(room, 'the way out');
      await room.page.context().close();
    },
  );
}

test('starting a classroom causes no layout shift for the host at 360 px', { tag: '@full' }, async ({ browser }) => {
  const host = await ApiPerson.newcomer(url);
  const id = await host.createRoom();
  const room = await browserOf(browser, host);
  await room.page.setViewportSize({ width: 360, height: 740 });
  await watchShifts(room.page, { countsAfterInput: true });
  await room.open(id);
  await room.start.click();
  await room.passPrejoin();
  await expect(room.speaker(host.nickname)).toBeVisible({ timeout: 40_000 });
  await expectCalm(room, 'the start');
  await room.page.context().close();
});
