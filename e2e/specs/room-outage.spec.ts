import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import type { Line } from '../fixtures/rooms/line';
import { LiveListener } from '../fixtures/rooms/live-listener';
import { beginOutage, endOutage } from '../fixtures/rooms/outage';
import { test } from '../fixtures/rooms/own-class';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { recordStage, stageRecord } from '../fixtures/rooms/stage-record';
import { RoomPage } from '../pages/room-page';

// A classroom on an unstable connection: the server restarts, the network fails, answers are buffered.

/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;
/** Longer than the SDK takes to consider the server offline, and longer than its keepalive timeout. */
const OUTAGE_MS = 40_000;
/**
 * By then the server has removed unreachable participants, and every part of the connection has given up on the old
 * one.
 */
const LONG_OUTAGE_MS = 65_000;
/** Heartbeat of the host. */
const SIGN_OF_LIFE = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
const TABS = 12;

test(
  'a graceful restart keeps participants in the room and delivers later comments',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
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
  },
);

test(
  'after an outage of 40 s missed comments and a role change arrive, and the participant is still in the room',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(180_000);
    // A participant silent for a minute is removed and rejoins automatically.
    complaints.allow(noLine, refusal(409, '/v1/'));
    const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
    const room = await host.createRoom({ audienceMode: true });
    await host.join(room);
    const page = await inRoom(browser, guest, room);
    await page.showComments();
    await host.say(room, 'まえ');
    await expect(page.comment('まえ')).toHaveCount(1);

    await beginOutage(product.line, page);
    const backAt = Date.now() + OUTAGE_MS;
    // Both well before the connection is restored, so that they arrive in its first message.
    await host.say(room, '不在1');
    await host.say(room, '不在2');
    await host.must('PUT', `/classrooms/${room}/users/${guest.id}/roles`, { role: 'speaker' });
    await expect(page.outage).toBeVisible({ timeout: BACK_BY_MS });
    await expect(page.comment('まえ')).toHaveCount(1);
    await expect(page.comment('不在1')).toHaveCount(0);
    await page.composer.fill('書きかけ');
    await expect(page.panel.getByText('オフラインのため送信できません。入力した内容は残ります。')).toBeVisible();
    await expect(page.send).toBeDisabled();
    await expect.poll(() => Date.now(), { timeout: OUTAGE_MS + BACK_BY_MS }).toBeGreaterThan(backAt);
    await endOutage(product.line, page);

    await expect(page.comment('不在1')).toHaveCount(1, { timeout: BACK_BY_MS });
    await expect(page.comment('不在2')).toHaveCount(1);
    await expect(page.comments.getByText('不在のあいだに 2 件')).toBeVisible();
    await page.page
      .getByRole('dialog', { name: '発言が許可されました' })
      .getByRole('button', { name: 'あとで' })
      .click();
    await expect(page.control('手を挙げる')).toBeVisible();
    await expect(page.speaker(guest.nickname)).toBeVisible();
    await expect(page.outage).toHaveCount(0);
    await page.send.click();
    await expect(page.comment('書きかけ')).toHaveCount(1);
    await page.page.context().close();
  },
);

test(
  'in an outage of more than a minute the stage keeps all participants, then shows who is present',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(240_000);
    complaints.allow(noLine, refusal(409, '/v1/'), refusal(403, '/v1/'));
    const [host, guest, leaver, comer] = (await Promise.all(
      [0, 1, 2, 3].map(() => ApiPerson.newcomer(product.url)),
    )) as [ApiPerson, ApiPerson, ApiPerson, ApiPerson];
    const room = await host.createRoom();
    const { me } = await host.join(room);
    await leaver.join(room);
    const page = await inRoom(browser, guest, room);
    for (const { nickname } of [host, guest, leaver]) await expect(page.speaker(nickname)).toBeVisible();
    await expect(page.stage.getByText('音声に接続しています…')).toHaveCount(0);
    await recordStage(page.page);

    await beginOutage(product.line, page);
    const backAt = Date.now() + LONG_OUTAGE_MS;
    await leaver.must('DELETE', `/classrooms/${room}/leave`);
    await expect(page.outage).toBeVisible({ timeout: BACK_BY_MS });
    await expect
      .poll(
        async () => {
          await host.must('POST', `/classrooms/${room}/presence`, { ...SIGN_OF_LIFE, seat: me.seat });
          return Date.now();
        },
        { timeout: LONG_OUTAGE_MS + BACK_BY_MS, intervals: [10_000] },
      )
      .toBeGreaterThan(backAt);
    const during = await stageRecord(page.page);
    expect(during.people, 'who has a place').toHaveLength(1);
    expect(
      during.notices.filter((notice) => notice.includes('オフラインモード')),
      'how often the outage is shown',
    ).toHaveLength(1);
    // No notice, possibly the reconnect notice, then the outage notice.
    expect(during.notices.length, during.notices.join(' | ')).toBeLessThanOrEqual(3);

    await comer.join(room);
    await endOutage(product.line, page);
    await expect(page.speaker(comer.nickname)).toBeVisible({ timeout: BACK_BY_MS });
    await expect(page.outage).toHaveCount(0);
    for (const { nickname } of [host, guest, comer]) await expect(page.speaker(nickname)).toBeVisible();
    await expect(page.speaker(leaver.nickname)).toHaveCount(0);
    const { people, notices } = await stageRecord(page.page);
    for (const { nickname } of [host, guest])
      expect(
        people.filter((names) => !names.includes(nickname)),
        `the stage without ${nickname}`,
      ).toEqual([]);
    expect(
      notices.filter((notice) => notice.includes('オフラインモード')),
      'how often the outage is shown',
    ).toHaveLength(1);
    await page.page.context().close();
  },
);

test(
  'a network that buffers answers falls back to long polling',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
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
      // The page has detected that answers are buffered and requests complete ones.
      await expect
        .poll(() => hanging(product.line).map((address) => address.searchParams.get('CI')))
        .toEqual(['1', '1']);
      await listener.close();
      await page.page.context().close();
    } finally {
      product.line.passAnswers();
    }
  },
);

test(
  'twelve tabs of one browser share one connection for live documents',
  { tag: '@full' },
  async ({ browser, product }) => {
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
    // The previous tab has handed over to the token of the next; the pending request is the only one of the browser.
    await expect.poll(() => hanging(product.line)).toHaveLength(1);
    await first.page.context().close();
  },
);

/** Returns the URLs of the browsers' pending GET requests. */
function hanging(line: Line): URL[] {
  return [...line.underWay]
    .filter((name) => name.startsWith('GET '))
    .map((name) => new URL(name.slice('GET '.length), line.url));
}
