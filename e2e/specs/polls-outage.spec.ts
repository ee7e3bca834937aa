import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { beginOutage, endOutage } from '../fixtures/rooms/outage';
import { test } from '../fixtures/rooms/own-class';
import { beginClass, writePoll } from '../fixtures/rooms/poll-host';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';

/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;

test(
  'a poll prepared before the class survives the loss of the connection, and never names a minor',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(240_000);
    complaints.allow(noLine, refusal(409, '/v1/'));
    const [host, adult, minor] = await Promise.all([
      ApiPerson.newcomer(product.url),
      ApiPerson.newcomer(product.url),
      ApiPerson.newcomer(product.url, { birthDate: bornYearsAgo(17) }),
    ]);
    const id = await host.createRoom();
    const hosting = await browserOf(browser, host);
    await hosting.open(id);
    await hosting.polls.prepare.click();
    await hosting.polls.create.click();
    await writePoll(hosting);
    await hosting.polls.isNamed.check();
    await hosting.polls.save.click();
    await expect(hosting.polls.dialog.getByText('準備中')).toBeVisible();
    await hosting.polls.close.click();

    await beginClass(hosting, id);
    const attending = await inRoom(browser, adult, id);
    await minor.join(id);
    await beginOutage(product.line, attending);
    await expect(attending.outage).toBeVisible({ timeout: BACK_BY_MS });
    await hosting.polls.open.click();
    await hosting.polls.start.click();
    await expect(hosting.polls.dialog.getByText('回答受付中')).toBeVisible();
    const { items: polls } = await minor.must('GET', `/classrooms/${id}/polls`);
    await minor.must('PUT', `/classrooms/${id}/polls/${polls[0].id}/answer`, { choices: [1] });
    await expect(attending.poll.card).toHaveCount(0);

    await endOutage(product.line, attending);
    await attending.poll.option('太陽').check({ timeout: BACK_BY_MS });
    await attending.poll.answer.click();
    await expect(attending.poll.card.getByText('回答しました。')).toBeVisible();
    await expect(hosting.polls.dialog.getByText('2人が回答')).toBeVisible({ timeout: BACK_BY_MS });
    await attending.page.reload();
    await attending.passPrejoin();
    await expect(attending.poll.option('太陽')).toBeChecked();

    const { items } = await host.must('GET', `/classrooms/${id}/poll_answers`);
    expect(items.map(({ nickname }: { nickname: string | null }) => nickname)).toEqual([adult.nickname, null]);
  },
);
