import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { beginOutage, endOutage } from '../fixtures/rooms/outage';
import { test } from '../fixtures/rooms/own-class';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';

/** An outage that counts as an absence. */
const OUTAGE_MS = 5_000;
/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;

test(
  'a minor who was away sees what happened, hands of new voices come first, and keys do it all',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(240_000);
    complaints.allow(noLine, refusal(409, '/v1/'), refusal(410, '/v1/'));
    const [host, adult, minor] = await Promise.all([
      ApiPerson.newcomer(product.url),
      ApiPerson.newcomer(product.url),
      ApiPerson.newcomer(product.url, { birthDate: bornYearsAgo(17) }),
    ]);
    const id = await host.createRoom({ audienceMode: true });
    await host.join(id);
    await adult.join(id);
    const attending = await inRoom(browser, minor, id);
    const comment = (by: ApiPerson, body: string) => by.must('POST', `/classrooms/${id}/comments`, { body });
    const question = await adult.must('POST', `/classrooms/${id}/questions`, { body: '負の角度でも同じですか。' });

    await test.step('after an outage', async () => {
      await expect(attending.comments).toBeVisible();
      await comment(host, '見ていたあいだのコメント');
      await expect(attending.comments.getByText('見ていたあいだのコメント')).toBeVisible();
      // An absence begins by the second.
      const seenAt = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(seenAt + 1_000);
      // The device notices at once, so that nothing from before counts as missed.
      await attending.page.context().setOffline(true);
      await beginOutage(product.line, attending);
      const backAt = Date.now() + OUTAGE_MS;
      await expect(attending.outage).toBeVisible({ timeout: BACK_BY_MS });
      await comment(adult, '留守のあいだのコメント');
      await host.must('PUT', `/classrooms/${id}/pin`, { kind: 'question', subjectId: question.id });
      await host.must('DELETE', `/classrooms/${id}/pin`);
      await expect.poll(() => Date.now()).toBeGreaterThan(backAt);
      await endOutage(product.line, attending);
      await expect(attending.missed.summary).toHaveText('不在のあいだに、コメント1件、ピン留め1件がありました。', {
        timeout: BACK_BY_MS,
      });
      await attending.missed.open.click();
      await expect(attending.missed.items).toHaveText([/留守のあいだのコメント/, /負の角度でも同じですか。/]);
      await attending.missed.close.click();
      await expect(attending.missed.summary).toHaveCount(0);
    });

    await test.step('who has not spoken comes first once the host says so, with the keyboard alone', async () => {
      const hosting = await browserOf(browser, host);
      await host.must('DELETE', `/classrooms/${id}/leave`);
      await hosting.enter(id);
      await host.must('PUT', `/classrooms/${id}/users/${adult.id}/roles`, { role: 'speaker' });
      await host.must('PUT', `/classrooms/${id}/users/${adult.id}/roles`, { role: 'listener' });
      await adult.must('POST', `/classrooms/${id}/reactions`, { reactionName: 'raise_hand' });
      await attending.page.getByRole('heading', { level: 1 }).focus();
      await attending.page.keyboard.press('h');
      await expect(hosting.hands.getByRole('listitem')).toHaveText([
        new RegExp(adult.nickname),
        new RegExp(`${minor.nickname}.*まだ話していない人`),
      ]);
      await hosting.page.getByRole('switch', { name: 'まだ話していない人を先に' }).press('Space');
      for (const page of [hosting, attending])
        await expect(page.hands.getByRole('listitem').first()).toContainText(minor.nickname);
    });

    await test.step('the sheet of keys opens by ?, and C goes to the comment', async () => {
      await attending.page.keyboard.press('?');
      await expect(attending.page.getByRole('dialog', { name: 'キーボードの操作' })).toBeVisible();
      await attending.page.keyboard.press('Escape');
      await attending.page.keyboard.press('c');
      await expect(attending.composer).toBeFocused();
    });
  },
);
