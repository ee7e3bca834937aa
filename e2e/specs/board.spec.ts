import { readFile } from 'node:fs/promises';

import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { test } from '../fixtures/rooms/own-class';
import { beginClass } from '../fixtures/rooms/poll-host';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';

// Three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 240_000 });
/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;

test('a board is drawn by those whom the host allows, and kept with the class', async ({
  browser,
  product,
  complaints,
}) => {
  // The right is gone while a stroke may be on its way, and a heartbeat may arrive after the end.
  complaints.allow(noLine, refusal(403, '/v1/'), refusal(409, '/v1/'), refusal(410, '/v1/'));
  const [host, minor] = await Promise.all([
    ApiPerson.newcomer(product.url),
    ApiPerson.newcomer(product.url, { birthDate: bornYearsAgo(17) }),
  ]);
  const id = await host.createRoom();
  const hosting = await browserOf(browser, host);
  const foreign: string[] = [];
  hosting.page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).hostname !== new URL(product.url).hostname)
      foreign.push(request.url());
  });
  await beginClass(hosting, id);
  const attending = await inRoom(browser, minor, id);

  await hosting.board.tool.click();
  await hosting.board.open.click();
  await hosting.board.draw.click();
  await hosting.drawRectangle(0.3, 0.4);
  await expect(attending.board.drawn('rectangle')).toHaveCount(1);
  await expect(attending.board.draw).toHaveCount(0);

  await hosting.board.tool.click();
  await hosting.board.access('選んだ人').check();
  await hosting.board.named(minor.nickname).check();
  await hosting.board.change.click();
  await attending.board.draw.click();
  await attending.drawRectangle(0.6, 0.6);
  await hosting.board.finish.click();
  await expect(hosting.board.drawn('rectangle')).toHaveCount(2);

  await hosting.board.tool.click();
  await hosting.board.access('ホストと共同ホスト').check();
  await hosting.board.change.click();
  await expect(attending.board.canvas).toHaveCount(0);
  await expect(attending.board.draw).toHaveCount(0);
  await expect(attending.board.drawn('rectangle')).toHaveCount(2);
  const element = { id: 'x', version: 1, versionNonce: 1, isDeleted: true };
  const refused = await minor.call('POST', `/classrooms/${id}/board/elements`, { epoch: 0, elements: [element] });
  expect(refused.body.code).toBe('role_required');

  product.line.cut();
  await attending.page.context().setOffline(true);
  await expect(attending.outage).toBeVisible({ timeout: BACK_BY_MS });
  product.line.mend();
  await hosting.board.draw.click();
  await hosting.drawRectangle(0.45, 0.7);
  await attending.page.context().setOffline(false);
  await expect(attending.board.drawn('rectangle')).toHaveCount(3, { timeout: BACK_BY_MS });
  await attending.page.reload();
  await attending.passPrejoin();
  await expect(attending.board.drawn('rectangle')).toHaveCount(3);

  await hosting.board.tool.click();
  await hosting.board.clear.click();
  await hosting.board.confirmClearing.click();
  await expect(attending.board.drawn('rectangle')).toHaveCount(0);
  await hosting.board.tool.click();
  await hosting.board.restore.click();
  await expect(attending.board.drawn('rectangle')).toHaveCount(3);

  await hosting.board.tool.click();
  await hosting.board.close.click();
  await expect(hosting.page.getByText('ホワイトボードを閉じ、画像を資料に加えました。')).toBeVisible();
  await expect(attending.board.part).toHaveCount(0);
  const { items } = await minor.must('GET', `/classrooms/${id}/materials`);
  expect(items).toMatchObject([{ kind: 'image', title: 'ホワイトボード' }]);

  await host.must('DELETE', `/classrooms/${id}`);
  await hosting.open(id);
  const save = hosting.page.getByRole('button', { name: /ファイルを保存/ });
  const [file] = await Promise.all([hosting.page.waitForEvent('download'), save.click()]);
  const { elements } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(elements).toHaveLength(3);
  // Fonts, languages and libraries of the editor come from nowhere else.
  expect(foreign).toEqual([]);
});
