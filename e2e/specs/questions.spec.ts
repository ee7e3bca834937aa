import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';

// Two browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
const QUESTION = '負の角度でも同じですか。';

test('a participant asks, others vote, the host shows it on the stage and answers', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end.
  complaints.allow(refusal(410, '/v1/'));
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url)];
  const room = await host.createRoom();
  await host.join(room);
  await host.must('DELETE', `/classrooms/${room}/leave`);
  const [hosting, attending] = [await inRoom(browser, host, room), await inRoom(browser, guest, room)];

  await test.step('the question appears for the host, unread', async () => {
    await attending.showQuestions();
    await expect(attending.questions.getByText('最初の質問をしてみましょう。')).toBeVisible();
    await attending.ask(QUESTION);
    await expect(attending.question(QUESTION).getByText('自分の質問')).toBeVisible();
    await expect(attending.vote(QUESTION)).toHaveCount(0);
    await expect(hosting.panel.getByRole('tab', { name: /質問.*未読1件/ })).toBeVisible();
  });

  await test.step('a vote counts for everybody, and is taken back', async () => {
    await hosting.showQuestions();
    await hosting.vote(QUESTION).click();
    await expect(hosting.vote(QUESTION)).toHaveAttribute('aria-pressed', 'true');
    await expect(attending.question(QUESTION).getByText('1', { exact: true })).toBeVisible();
    await hosting.vote(QUESTION).click();
    await expect(attending.question(QUESTION).getByText('0', { exact: true })).toBeVisible();
  });

  await test.step('the host pins it, answers it and takes it off the stage', async () => {
    await hosting.chooseFor(QUESTION, 'ステージに表示');
    await expect(attending.pinned).toContainText(QUESTION);
    await hosting.chooseFor(QUESTION, '回答済みにする');
    await hosting.page.getByRole('textbox', { name: '回答' }).fill('はい、同じです。');
    await hosting.page.getByRole('dialog').getByRole('button', { name: '回答済みにする' }).click();
    await expect(attending.question(QUESTION).getByText('はい、同じです。')).toBeVisible();
    await hosting.pinned.getByRole('button', { name: '質問をステージから外す' }).click();
    await expect(attending.pinned).toHaveCount(0);
  });

  await test.step('it stays on the page of the class, with its answer', async () => {
    await host.must('DELETE', `/classrooms/${room}`);
    await attending.open(room);
    const kept = attending.page.getByRole('region', { name: '質問' });
    await expect(kept.getByText(QUESTION)).toBeVisible();
    await expect(kept.getByText('はい、同じです。')).toBeVisible();
  });
});

test('a child reads and votes, but does not ask', { tag: '@full' }, async ({ browser }) => {
  const [host, child] = [
    await ApiPerson.newcomer(url),
    await ApiPerson.newcomer(url, { birthDate: bornYearsAgo(10), guardianEmail: 'parent@example.test' }),
  ];
  const room = await host.createRoom({ privateMode: true });
  await host.join(room);
  const { key } = await host.must('GET', `/classrooms/${room}/link`);
  await host.must('POST', `/classrooms/${room}/questions`, { body: QUESTION });
  const page = await browserOf(browser, child);
  await page.open(room, key);
  await page.join.click();
  await page.passPrejoin();
  await expect(page.obstacle('ホストの許可を待っています。')).toBeVisible();
  await host.must('POST', `/classrooms/${room}/users/${child.id}/admit`, {});
  // A waiting person polls the lobby every four seconds.
  await expect(page.stage).toBeVisible();
  await page.showQuestions();
  await expect(page.panel.getByText(/質問を書けるのは\d+歳からです。/)).toBeVisible();
  await expect(page.panel.getByRole('textbox', { name: '質問' })).toHaveCount(0);
  await page.vote(QUESTION).click();
  await expect(page.vote(QUESTION)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await host.must('GET', `/classrooms/${room}/questions`)).items[0].voteCount).toBe(1);
});

test('comments are answered, corrected within ten minutes and pinned', { tag: '@full' }, async ({ browser }) => {
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url)];
  const room = await host.createRoom();
  await host.join(room);
  await host.must('DELETE', `/classrooms/${room}/leave`);
  const [hosting, attending] = [await inRoom(browser, host, room), await inRoom(browser, guest, room)];
  await Promise.all([hosting, attending].map((page) => page.showComments()));
  await attending.write('図で見るとわかりまs');
  await attending
    .comment('図で見るとわかりまs')
    .getByRole('button', { name: /を編集する/ })
    .click();
  await attending.write('図で見るとわかります。');
  await expect(hosting.comment('図で見るとわかります。').getByText('編集済み')).toBeVisible();
  await hosting
    .comment('図で見るとわかります。')
    .getByRole('button', { name: /に返信する/ })
    .click();
  await hosting.write('そのとおりです。');
  const reply = attending.comment('そのとおりです。');
  await expect(reply.getByText(`${guest.nickname}さんへの返信`)).toBeVisible();
  // The reply quotes the comment.
  await hosting.panel.getByRole('button', { name: `${guest.nickname}さんのコメントをステージに表示する` }).click();
  await expect(attending.pinned).toContainText('図で見るとわかります。');
});
