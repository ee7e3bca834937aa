import { ApiPerson } from '../fixtures/api-person';
import { noLine } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { LiveListener } from '../fixtures/rooms/live-listener';
import { inRoom } from '../fixtures/rooms/room-visitor';
import { Writer } from '../fixtures/rooms/writer';
import type { RoomPage } from '../pages/room-page';

/** With the host and three pages the room is full: 50 people while the built-in engine serves it. */
const LISTENERS = 46;
/** Time for all listeners to reconnect once the server is back. */
const BACK_WITHIN_MS = 15_000;
/**
 * The SDK first tries to restore a broken stream 5 to 15 s later; failed attempts are repeated, each up to 30 s later.
 */
const FIRST_ATTEMPT_MS = 5000;
const SOME_ATTEMPT_BY_MS = 60_000;

test(
  'a server killed during a live classroom loses no participants and no comments',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(180_000);
    complaints.allow(noLine);
    const host = await ApiPerson.demo(product.url, 'host');
    const room = await host.createRoom();
    await host.join(room);
    const [adult, student, subscriber] = await Promise.all(
      (['adult', 'student', 'subscriber'] as const).map((kind) => ApiPerson.demo(product.url, kind)),
    );
    if (!adult || !student || !subscriber) throw new Error('The demo has these people');
    const pages: RoomPage[] = [];
    // Sequential, because three browsers starting at once are slow on two cores.
    for (const person of [adult, student, subscriber]) pages.push(await inRoom(browser, person, room));
    await Promise.all(pages.map((page) => page.showComments()));
    const visitors = await Promise.all(
      Array.from({ length: LISTENERS }, async () => {
        const visitor = await ApiPerson.visitor(product.url);
        await visitor.join(room);
        return visitor;
      }),
    );
    const listeners = await Promise.all([host, ...visitors].map((person) => LiveListener.open(person, room)));
    const writers = [new Writer(adult, room, 'おとな'), new Writer(student, room, '学生')];
    await Promise.all(listeners.map((listener) => listener.until('おとな 2')));
    await Promise.all(pages.map((page) => expect(page.comment('おとな 2')).toHaveCount(1)));

    const killedAt = performance.now();
    await product.crash();
    await product.startAgain();
    const readyAt = performance.now();
    await host.say(room, 'おかえりなさい');
    await Promise.all([
      ...listeners.map((listener) => listener.until('おかえりなさい')),
      ...pages.map((page) => page.comment('おかえりなさい').waitFor({ timeout: SOME_ATTEMPT_BY_MS })),
    ]);
    const backAt = performance.now();
    await Promise.all(writers.map((writer) => writer.stop()));
    const acknowledged = writers.flatMap((writer) => writer.acknowledged);
    await Promise.all(listeners.flatMap((listener) => acknowledged.map((body) => listener.until(body))));

    // On a slow machine the first attempts come before the server has started.
    const wasInTime = readyAt - killedAt < FIRST_ATTEMPT_MS;
    console.log(
      `ready ${Math.round(readyAt - killedAt)} ms after the kill, all clients back ${Math.round(backAt - readyAt)} ms later`,
    );
    if (wasInTime) expect(backAt).toBeLessThan(readyAt + BACK_WITHIN_MS);
    const everything = [...acknowledged, 'おかえりなさい'].sort();
    for (const { shown, added } of listeners) {
      expect([...shown].sort()).toEqual(everything);
      expect([...added].sort()).toEqual(everything);
    }
    for (const page of pages) {
      for (const body of everything) await expect(page.comment(body)).toHaveCount(1);
      await expect(page.stage).toBeVisible();
    }
    await Promise.all([
      ...listeners.map((listener) => listener.close()),
      ...pages.map(({ page }) => page.context().close()),
    ]);
  },
);
