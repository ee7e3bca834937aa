import { readFile } from 'node:fs/promises';

import { millisecondsInMinute } from 'date-fns/constants';

import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { test } from '../fixtures/product';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import type { RoomPage } from '../pages/room-page';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
const QUESTION = 'いちばん近い恒星は?';

/** Writes a question with two options into the open form. */
async function write({ polls }: RoomPage): Promise<void> {
  await polls.question.fill(QUESTION);
  await polls.option(1).fill('太陽');
  await polls.option(2).fill('シリウス');
  await polls.isCorrect(1).check();
}

/** Begins the class as its host, with the participants and the host's tools shown. */
async function begin(hosting: RoomPage, id: string): Promise<void> {
  await hosting.open(id);
  await hosting.start.click();
  await hosting.passPrejoin();
  await expect(hosting.stage).toBeVisible();
  await hosting.showPeople();
}

test('a quiz made in the room is answered, shown to all, and kept with the class', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end.
  complaints.allow(refusal(410, '/v1/'));
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url)];
  const id = await host.createRoom();
  const hosting = await browserOf(browser, host);
  await begin(hosting, id);
  const attending = await inRoom(browser, guest, id);
  await hosting.polls.open.click();
  await hosting.polls.create.click();
  await write(hosting);
  await hosting.polls.start.click();
  await expect(hosting.polls.dialog.getByText('0人が回答')).toBeVisible();

  await expect(attending.poll.card.getByRole('heading', { name: QUESTION })).toBeVisible();
  await attending.poll.option('太陽').check();
  await attending.poll.answer.click();
  await expect(attending.poll.card.getByText('回答しました。')).toBeVisible();
  await expect(hosting.polls.dialog.getByText('1人が回答')).toBeVisible();
  await expect(attending.poll.card.getByRole('listitem')).toHaveCount(0);

  await hosting.polls.show.click();
  await expect(attending.poll.result('太陽')).toHaveText('太陽正解あなたの回答1人(100%)');
  await expect(attending.poll.result('シリウス')).toHaveText('シリウス0人(0%)');

  await host.must('DELETE', `/classrooms/${id}`);
  await hosting.open(id);
  await expect(hosting.pollRecords.part.getByRole('heading', { name: QUESTION })).toBeVisible();
  const [file] = await Promise.all([hosting.page.waitForEvent('download'), hosting.pollRecords.save.click()]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`${QUESTION},1つ選ぶ,匿名,太陽,正解,`);
  expect(text).not.toContain(guest.nickname);
});

test(
  'a poll prepared before the class survives the loss of the connection, and never names a minor',
  { tag: '@full' },
  async ({ browser, complaints }) => {
    complaints.allow(noLine, refusal(410, '/v1/'));
    const host = await ApiPerson.newcomer(url);
    const [adult, minor] = await Promise.all([
      ApiPerson.newcomer(url),
      ApiPerson.newcomer(url, {
        birthDate: new Date(Date.now() - 17 * 365 * 24 * 60 * millisecondsInMinute).toISOString().slice(0, 10),
      }),
    ]);
    const id = await host.createRoom();
    const hosting = await browserOf(browser, host);
    await hosting.open(id);
    await hosting.polls.prepare.click();
    await hosting.polls.create.click();
    await write(hosting);
    await hosting.polls.isNamed.check();
    await hosting.polls.save.click();
    await expect(hosting.polls.dialog.getByText('準備中')).toBeVisible();
    await hosting.polls.close.click();

    await begin(hosting, id);
    const [first, second] = [await inRoom(browser, adult, id), await inRoom(browser, minor, id)];
    await first.page.context().setOffline(true);
    await hosting.polls.open.click();
    await hosting.polls.start.click();
    await second.poll.option('シリウス').check();
    await second.poll.answer.click();
    await expect(second.poll.card.getByText('回答しました。')).toBeVisible();
    await expect(first.poll.card).toHaveCount(0);
    await first.page.context().setOffline(false);
    await first.poll.option('太陽').check();
    await first.poll.answer.click();
    await first.page.reload();
    await first.passPrejoin();
    await expect(first.poll.option('太陽')).toBeChecked();
    await expect(hosting.polls.dialog.getByText('2人が回答')).toBeVisible();

    const { items } = (await host.must('GET', `/classrooms/${id}/poll_answers`)) as {
      items: { nickname: string | null }[];
    };
    expect(items.map(({ nickname }) => nickname)).toEqual([adult.nickname, null]);
  },
);
