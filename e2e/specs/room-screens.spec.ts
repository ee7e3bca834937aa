import type { Locator } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import type { RoomPage } from '../pages/room-page';

test.describe.configure({ timeout: 180_000 });

const { url } = sharedProduct;
const LOW_SCREENS = [
  [320, 568],
  [360, 500],
  [360, 400],
  [740, 360],
] as const;

/** Returns overlapping parts of the screen. Overlaps below one pixel are rounding. */
async function overlaps(parts: Record<string, Locator>): Promise<string[]> {
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, box: await part.boundingBox() })),
  );
  const missing = boxes.filter(({ box }) => box === null).map(({ name }) => `${name} is not there`);
  const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const));
  const shared = pairs.filter(
    ([{ box: a }, { box: b }]) =>
      a &&
      b &&
      Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 &&
      Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1,
  );
  return [...missing, ...shared.map(([a, b]) => `${a.name} and ${b.name}`)];
}

/** On phones in landscape the stage, with the line of a silent room, has the height of the screen until the rest is asked for. */
async function showAllSideways(room: RoomPage): Promise<void> {
  await expect.poll(async () => (await room.speakers.boundingBox())?.height).toBeGreaterThan(260);
  for (const name of ['リアクション', 'コメント']) {
    const control = room.control(name);
    await expect(control).toHaveAttribute('aria-expanded', 'false');
    await control.click();
    await expect(control).toHaveAttribute('aria-expanded', 'true');
  }
}

const partsOf = (room: RoomPage) => ({
  title: room.page.getByRole('heading', { level: 1 }),
  time: room.page.getByRole('timer', { name: '残り時間' }),
  speakers: room.speakers,
  reactions: room.reactions,
  controls: room.controls,
  tabs: room.panel.getByRole('tablist'),
  comments: room.comments,
  composer: room.composer,
  send: room.send,
});

test('on low screens nothing overlaps, and comments can be read and written', { tag: '@full' }, async ({ browser }) => {
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const id = await host.createRoom();
  await host.join(id);
  await host.say(id, 'はじめましょう。');
  const room = await inRoom(browser, guest, id);
  await room.showComments();
  for (const [width, height] of LOW_SCREENS) {
    await room.page.setViewportSize({ width, height });
    if (width > height) await showAllSideways(room);
    await expect.poll(() => overlaps(partsOf(room)), { message: `at ${width}x${height}` }).toEqual([]);
    const list = await room.comments.boundingBox();
    expect(list?.height, `the comments at ${width}x${height}`).toBeGreaterThan(48);
    for (const part of [room.composer, room.send, room.controls])
      await expect(part, `at ${width}x${height}`).toBeInViewport({ ratio: 1 });
    const words = await room.controls
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent),
      );
    expect(words, `words that do not fit at ${width}x${height}`).toEqual([]);
  }
  await room.page.context().close();
});

test('six speakers fill the stage', { tag: '@full' }, async ({ browser }) => {
  const people = await Promise.all(Array.from({ length: 6 }, () => ApiPerson.newcomer(url)));
  const [host, guest] = people as [ApiPerson, ApiPerson];
  const id = await host.createRoom();
  for (const person of people.filter((one) => one !== guest)) await person.join(id);
  const room = await inRoom(browser, guest, id);
  const tiles = room.speakers.getByRole('listitem');
  await expect(tiles).toHaveCount(6);
  const frame = await room.speakers.boundingBox();
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(2);
  for (const row of [boxes.slice(0, 3), boxes.slice(3)]) {
    const right = Math.max(...row.map((box) => (box ? box.x + box.width : 0)));
    expect(right).toBeCloseTo((frame?.x ?? 0) + (frame?.width ?? 0), -1);
  }
  await room.page.context().close();
});

test(
  'double clicks on the way in open the screen before the room, then the room, and select no text',
  { tag: '@full' },
  async ({ browser }) => {
    const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
    const id = await host.createRoom();
    await host.join(id);
    const room = await inRoom(browser, guest, id);
    // The room's code is loaded by now, so the next screen appears under the second click.
    await room.control('退出する').click();
    await room.join.dblclick();
    await expect(room.prejoin).toBeVisible();
    await room.join.dblclick();
    await expect(room.speakers).toBeVisible({ timeout: 40_000 });
    expect(await room.page.evaluate(() => String(getSelection()))).toBe('');
    await room.page.context().close();
  },
);

test('the whole title of a cancelled classroom is struck through', { tag: '@full' }, async ({ page }) => {
  const host = await ApiPerson.newcomer(url);
  const id = await host.createRoom({
    name: '日本史の地図を描く 南北朝編',
    startAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await host.must('DELETE', `/classrooms/${id}`);
  await page.goto(`/classrooms/${id}`);
  const struck = page.getByRole('heading', { level: 1 }).locator('s');
  await expect(struck).toHaveText('日本史の地図を描く 南北朝編');
  // A line-through applies only to inline descendants, not to separate boxes.
  const displays = await struck
    .locator('*')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).display));
  expect(new Set(displays)).toEqual(new Set(['inline']));
});
