import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { test } from '../fixtures/product';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { AfterClassPart } from '../pages/after-class-part';

test('after a class a participant rates it, and only the host reads the rating', async ({ browser }) => {
  const { url } = sharedProduct;
  const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const id = await host.createRoom();
  for (const person of [host, guest]) await person.join(id);
  await host.must('DELETE', `/classrooms/${id}`);

  const attended = await browserOf(browser, guest);
  await attended.open(id);
  const ofGuest = new AfterClassPart(attended.page);
  await test.step('the participant rates it', async () => {
    await expect(ofGuest.thanks('ご参加ありがとうございました。')).toContainText('続けて受けた回数1回');
    await ofGuest.rate(4, '図がわかりやすかったです。');
    await expect(attended.page.getByText('感想を送りました。ありがとうございます。')).toBeVisible();
    await attended.page.reload();
    await expect(ofGuest.star(4)).toBeChecked();
    await expect(ofGuest.received).toHaveCount(0);
  });

  await test.step('the host reads it', async () => {
    const hosted = await browserOf(browser, host);
    await hosted.open(id);
    const ofHost = new AfterClassPart(hosted.page);
    await expect(ofHost.thanks('おつかれさまでした。')).toBeVisible();
    await expect(ofHost.received).toContainText('平均 4.0');
    await expect(ofHost.received.getByRole('listitem')).toContainText([guest.nickname]);
    await expect(ofHost.received).toContainText('図がわかりやすかったです。');
    await expect(ofHost.question).toHaveCount(0);
    await hosted.page.context().close();
  });
  await attended.page.context().close();
});
