import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;
/** A birth date of a child, at most twelve years old for years to come, who may not be alone with an adult. */

test(
  'a locked room admits no new participants, but earlier ones can return',
  { tag: '@full' },
  async ({ browser, complaints }) => {
    complaints.allow(refusal(409, '/v1/'));
    const [host, guest, late] = await Promise.all([
      ApiPerson.newcomer(url),
      ApiPerson.newcomer(url),
      ApiPerson.newcomer(url),
    ]);
    const id = await host.createRoom();
    await host.join(id);
    await host.must('DELETE', `/classrooms/${id}/leave`);
    const hosting = await inRoom(browser, host, id);
    const attending = await inRoom(browser, guest, id);
    await hosting.showPeople();
    await hosting.panel.getByRole('button', { name: '入室を締め切る' }).click();
    const openAgain = hosting.panel.getByRole('button', { name: '入室を再開する' });
    await expect(openAgain).toBeVisible();
    const waiting = await browserOf(browser, late);
    await waiting.open(id);
    await waiting.join.click();
    await expect(waiting.obstacle('入室が締め切られています。')).toBeVisible();
    await attending.control('退出する').click();
    await expect(hosting.person(guest.nickname)).toHaveCount(0);
    await attending.join.click();
    await attending.passPrejoin();
    await expect(attending.stage).toBeVisible();
    await openAgain.click();
    await expect(openAgain).toHaveCount(0);
    await waiting.page.getByRole('button', { name: 'もう一度試す' }).click();
    await waiting.passPrejoin();
    await expect(waiting.stage).toBeVisible();
    await Promise.all([hosting, attending, waiting].map(({ page }) => page.context().close()));
  },
);

test('a private room opens only with its link, and a new link invalidates the old one', async ({
  browser,
  complaints,
}) => {
  complaints.allow(refusal(404, '/v1/'), refusal(404, '/classrooms/'));
  const [host, guest, stranger] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
  ]);
  const id = await host.createRoom({ privateMode: true });
  await host.join(id);
  await host.must('DELETE', `/classrooms/${id}/leave`);
  const { key, url: link } = await host.must('GET', `/classrooms/${id}/link`);
  expect(new URL(link).searchParams.get('key')).toBe(key);
  const hosting = await inRoom(browser, host, id);
  const attending = await inRoom(browser, guest, id, key);
  await hosting.showPeople();
  await expect(hosting.person(guest.nickname)).toBeVisible();
  const outside = await browserOf(browser, stranger);
  await outside.open(id);
  await expect(outside.obstacle('この教室に入るには、招待のURLが必要です。')).toBeVisible();
  await expect(outside.join).toHaveCount(0);
  await hosting.panel.getByRole('button', { name: 'リンクを新しくする' }).click();
  await hosting.confirm('新しくする');
  await outside.open(id, key);
  await expect(outside.obstacle('この教室に入るには、招待のURLが必要です。')).toBeVisible();
  await expect(outside.join).toHaveCount(0);
  await expect(attending.stage).toBeVisible();
  await Promise.all([hosting, attending, outside].map(({ page }) => page.context().close()));
});

test('a child waits in the lobby of a private room until the host admits them', async ({ browser }) => {
  const [host, child] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url, { birthDate: bornYearsAgo(10), guardianEmail: 'parent@example.test' }),
  ]);
  const id = await host.createRoom({ privateMode: true });
  await host.join(id);
  await host.must('DELETE', `/classrooms/${id}/leave`);
  const { key } = await host.must('GET', `/classrooms/${id}/link`);
  const hosting = await inRoom(browser, host, id);
  await hosting.showPeople();
  const waiting = await browserOf(browser, child);
  await waiting.open(id, key);
  await waiting.join.click();
  await waiting.passPrejoin();
  await expect(waiting.obstacle('ホストの許可を待っています。')).toBeVisible();
  await hosting.lobby.getByRole('button', { name: `${child.nickname}さんの入室を許可` }).click();
  // A waiting person polls the lobby every four seconds.
  await expect(waiting.stage).toBeVisible();
  await expect(waiting.panel).toContainText('コメントを書けるのは');
  await expect(waiting.control('手を挙げる')).toHaveCount(0);
  await expect(waiting.composer).toHaveCount(0);
  await expect(hosting.person(child.nickname)).toBeVisible();
  await Promise.all([hosting, waiting].map(({ page }) => page.context().close()));
});
