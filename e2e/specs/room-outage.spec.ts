import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import type { Line } from '../fixtures/line';
import { LiveListener } from '../fixtures/live-listener';
import { test } from '../fixtures/own-class';
import { expect } from '../fixtures/patient-expect';
import { browserOf, inRoom } from '../fixtures/room-visitor';
import { RoomPage } from '../pages/room-page';

// A class on a line that breaks: the server is started anew, the network goes, answers are held back.

/** Attempts grow rarer while the line is down: by then one has met it mended. */
const BACK_BY_MS = 60_000;
/** Longer than the SDK takes to call a server away, and than it waits for a sign of life. */
const OUTAGE_MS = 40_000;
const TABS = 12;

test('a restart in good order ends nobody\'s visit, and what is said afterwards comes', async ({ browser, product, complaints }) => {
  test.setTimeout(120_000);
  complaints.allow(noLine);
  const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
  const room = await host.createRoom();
  await host.join(room);
  const page = await inRoom(browser, guest, room);
  await page.showComments();
  await host.say(room, 'まえ');
  await expect(page.comment('まえ')).toHaveCount(1);
  await product.restart();
  await host.say(room, 'つづけましょう');
  await expect(page.comment('つづけましょう')).toHaveCount(1, { timeout: BACK_BY_MS });
  await page.write('はい');
  await expect(page.comment('はい')).toHaveCount(1);
  await expect(page.comment('まえ')).toHaveCount(1);
  await expect(page.stage).toBeVisible();
  await page.page.context().close();
});

test('what was missed in an outage of 40 s is there afterwards, comments and a role, and one is still in the room', async ({ browser, product, complaints }) => {
  test.setTimeout(180_000);
  // Who has been silent for a minute is out, and comes back by itself.
  complaints.allow(noLine, refusal(409, '/v1/'));
  const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
  const room = await host.createRoom({ audienceMode: true });
  await host.join(room);
  const page = await inRoom(browser, guest, room);
  await page.showComments();
  await host.say(room, 'まえ');
  await expect(page.comment('まえ')).toHaveCount(1);

  product.line.cut();
  await page.page.context().setOffline(true);
  const backAt = Date.now() + OUTAGE_MS;
  await host.say(room, '不在1');
  await host.must('PUT', `/classrooms/${room}/users/${guest.id}/roles`, { role: 'speaker' });
  await expect(page.outage).toBeVisible({ timeout: BACK_BY_MS });
  await expect(page.comment('まえ')).toHaveCount(1);
  await expect(page.comment('不在1')).toHaveCount(0);
  await page.composer.fill('書きかけ');
  await expect(page.panel.getByText('オフラインのため送信できません。入力した内容は残ります。')).toBeVisible();
  await expect(page.send).toBeDisabled();
  await host.say(room, '不在2');
  await expect.poll(() => Date.now(), { timeout: OUTAGE_MS + BACK_BY_MS }).toBeGreaterThan(backAt);
  product.line.mend();
  await page.page.context().setOffline(false);

  await expect(page.comment('不在1')).toHaveCount(1, { timeout: BACK_BY_MS });
  await expect(page.comment('不在2')).toHaveCount(1);
  await expect(page.comments.getByText('不在のあいだに 2 件')).toBeVisible();
  await expect(page.control('手を挙げる')).toBeVisible();
  await expect(page.speaker(guest.nickname)).toBeVisible();
  await expect(page.outage).toHaveCount(0);
  await page.send.click();
  await expect(page.comment('書きかけ')).toHaveCount(1);
  await page.page.context().close();
});

test('a network that holds answers back until they are whole is live by long polling', async ({ browser, product, complaints }) => {
  complaints.allow(noLine);
  const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
  const room = await host.createRoom();
  await host.join(room);
  product.line.holdAnswers();
  try {
    const page = await inRoom(browser, guest, room);
    const listener = await LiveListener.open(host, room, { experimentalForceLongPolling: true });
    await page.showComments();
    for (const body of ['いち', 'に', 'さん']) {
      await host.say(room, body);
      await expect(page.comment(body)).toHaveCount(1);
      await listener.until(body);
    }
    // The page has found out by itself that no answer comes in parts: it asks for whole ones.
    await expect.poll(() => hanging(product.line).map((address) => address.searchParams.get('CI'))).toEqual(['1', '1']);
    await listener.close();
    await page.page.context().close();
  } finally {
    product.line.passAnswers();
  }
});

test('twelve tabs of one browser are live over one line', async ({ browser, product }) => {
  test.setTimeout(180_000);
  const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
  const rooms = await Promise.all(Array.from({ length: TABS }, () => host.createRoom()));
  for (const room of rooms) await host.join(room);
  const first = await browserOf(browser, guest);
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(new RoomPage(await first.page.context().newPage()));
  for (const [index, tab] of tabs.entries()) {
    await tab.enter(rooms[index] ?? '');
    await tab.showComments();
  }
  for (const [index, room] of rooms.entries()) {
    await host.say(room, `教室${index}`);
    await expect(tabs[index]?.comment(`教室${index}`) ?? first.comments).toHaveCount(1);
  }
  // The tab before has handed over to the next one's token; what hangs now is all that the browser has.
  await expect.poll(() => hanging(product.line)).toHaveLength(1);
  await first.page.context().close();
});

/** The requests of browsers that wait for what comes, by their addresses. */
function hanging(line: Line): URL[] {
  return [...line.underWay].filter((name) => name.startsWith('GET ')).map((name) => new URL(name.slice('GET '.length), line.url));
}
