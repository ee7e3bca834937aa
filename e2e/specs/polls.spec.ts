import { readFile } from 'node:fs/promises';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { beginClass, QUESTION, writePoll } from '../fixtures/rooms/poll-host';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
test('a quiz made in the room is answered, shown to all, and kept with the class', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end.
  complaints.allow(refusal(410, '/v1/'));
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url)];
  const id = await host.createRoom();
  const hosting = await browserOf(browser, host);
  await beginClass(hosting, id);
  const attending = await inRoom(browser, guest, id);
  await hosting.polls.open.click();
  await hosting.polls.create.click();
  await writePoll(hosting);
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
