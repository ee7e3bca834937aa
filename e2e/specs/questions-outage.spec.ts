import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { beginOutage, endOutage } from '../fixtures/rooms/outage';
import { test } from '../fixtures/rooms/own-class';
import { inRoom } from '../fixtures/rooms/room-visitor';

const QUESTION = '負の角度でも同じですか。';
/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;

test(
  'questions, votes and what is pinned arrive after an outage',
  { tag: '@full' },
  async ({ browser, product, complaints }) => {
    test.setTimeout(180_000);
    complaints.allow(noLine, refusal(409, '/v1/'));
    const [host, guest] = [await ApiPerson.newcomer(product.url), await ApiPerson.newcomer(product.url)];
    const room = await host.createRoom();
    await host.join(room);
    const page = await inRoom(browser, guest, room);
    await page.showQuestions();
    const first = await guest.must('POST', `/classrooms/${room}/questions`, { body: QUESTION });
    await expect(page.question(QUESTION)).toHaveCount(1);

    await beginOutage(product.line, page);
    await host.must('POST', `/classrooms/${room}/questions`, { body: '不在のあいだの質問' });
    await host.must('PUT', `/classrooms/${room}/questions/${first.id}/vote`);
    await host.must('PUT', `/classrooms/${room}/pin`, { kind: 'question', subjectId: first.id });
    await expect(page.outage).toBeVisible({ timeout: BACK_BY_MS });
    await page.panel.getByRole('textbox', { name: '質問' }).fill('書きかけ');
    await expect(page.panel.getByText('オフラインのため送信できません。入力した内容は残ります。')).toBeVisible();
    await endOutage(product.line, page);

    await expect(page.question('不在のあいだの質問')).toHaveCount(1, { timeout: BACK_BY_MS });
    await expect(page.question(QUESTION).getByText('1', { exact: true })).toBeVisible();
    await expect(page.pinned).toContainText(QUESTION);
    await expect(page.panel.getByRole('textbox', { name: '質問' })).toHaveValue('書きかけ');
    await page.page.context().close();
  },
);
