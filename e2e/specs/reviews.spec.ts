import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { RatingsPart } from '../pages/ratings-part';

test('attendees rate a class, its host answers, and a visitor reads both without the name of a minor', async ({
  browser,
}) => {
  const { url } = sharedProduct;
  const [host, guest, minor] = await Promise.all([
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url),
    ApiPerson.newcomer(url, { birthDate: '2010-04-12' }),
  ]);
  const id = await host.createRoom();
  for (const person of [host, guest, minor]) await person.join(id);
  await host.must('DELETE', `/classrooms/${id}`);
  await minor.must('PUT', `/ratings/classroom/${id}/mine`, { stars: 5, note: '楽しかったです。' });

  await test.step('an attendee rates it', async () => {
    const attended = await browserOf(browser, guest);
    await attended.open(id);
    const ofGuest = new RatingsPart(attended.page);
    await expect(ofGuest.thanks('ご参加ありがとうございました。')).toContainText('続けて受けた回数1回');
    await ofGuest.rate(4, '図がわかりやすかったです。');
    await expect(ofGuest.own).toBeVisible();
    await attended.page.reload();
    await expect(ofGuest.own).toBeVisible();
    await expect(ofGuest.section).toContainText('平均 4.5');
    await attended.page.context().close();
  });

  await test.step('the host answers it', async () => {
    const hosted = await browserOf(browser, host);
    await hosted.open(id);
    const ofHost = new RatingsPart(hosted.page);
    await expect(ofHost.thanks('おつかれさまでした。')).toBeVisible();
    await ofHost.answer(guest.nickname, 'また来てください。');
    await expect(ofHost.section).toContainText('ホストの返信');
    await expect(ofHost.question).toHaveCount(0);
    await hosted.page.context().close();
  });

  await test.step('a visitor reads it on the class and on the profile of its host', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const read = new RatingsPart(page);
    for (const path of [`/classrooms/${id}`, `/users/${host.id}`]) {
      await page.goto(url + path);
      await expect(read.rows).toContainText([guest.nickname, '受講者']);
      await expect(read.rows.first()).toContainText('また来てください。');
      await expect(read.section).not.toContainText(minor.nickname);
    }
    await context.close();
  });
});
