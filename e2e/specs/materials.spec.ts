import { ApiPerson } from '../fixtures/api-person';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import { beginClass } from '../fixtures/rooms/poll-host';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { redScan, slidesOf } from '../fixtures/rooms/slides';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 180_000 });

const { url } = sharedProduct;
/** Reconnect attempts back off during an outage; by then one has succeeded. */
const BACK_BY_MS = 60_000;
const slides = { name: 'Stars.pdf', mimeType: 'application/pdf', buffer: slidesOf('One', 'Two', 'Three') };

test('a PDF is presented, followed, looked ahead in, and read after the class', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end, and an outage is reported by the browser.
  complaints.allow(refusal(410, '/v1/'), noLine);
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url, { birthDate: bornYearsAgo(17) })];
  const id = await host.createRoom();
  const hosting = await browserOf(browser, host);

  await test.step('the host adds it before the class', async () => {
    await hosting.open(id);
    await hosting.materials.file.setInputFiles(slides);
    await expect(hosting.materials.named('Stars')).toBeVisible();
  });
  await beginClass(hosting, id);
  const attending = await inRoom(browser, guest, id);

  await test.step('a minor follows its pages', async () => {
    await hosting.materials.tab.click();
    await hosting.materials.present.click();
    await expect(attending.presented.page(1)).toBeVisible();
    await hosting.presented.next.click();
    await expect(attending.presented.page(2)).toBeVisible();
    await expect(attending.presented.part.getByText('Two')).toBeAttached();
    await expect(attending.presented.next).toBeDisabled();
  });

  await test.step('an outage keeps the page, and what came meanwhile is there after it', async () => {
    await attending.page.context().setOffline(true);
    await hosting.presented.next.click();
    await expect(hosting.presented.page(3)).toBeVisible();
    await attending.page.context().setOffline(false);
    await expect(attending.presented.page(3)).toBeVisible({ timeout: BACK_BY_MS });
  });

  await test.step('looking ahead is for whoever may, and leads back', async () => {
    await hosting.presented.part.getByRole('button', { name: '前のページ' }).click();
    await expect(attending.presented.page(2)).toBeVisible();
    await hosting.presented.lookAhead.click();
    await attending.presented.next.click();
    await expect(attending.presented.page(3)).toBeVisible();
    await expect(hosting.presented.page(2)).toBeVisible();
    await attending.presented.back.click();
    await expect(attending.presented.page(2)).toBeVisible();
  });

  await test.step('a reload keeps it, until the presenter ends it', async () => {
    await attending.page.reload();
    await expect(attending.presented.page(2)).toBeVisible({ timeout: BACK_BY_MS });
    await hosting.presented.stop.click();
    await expect(attending.presented.part).toHaveCount(0);
  });

  await test.step('a link is added after the class, and the PDF is still read', async () => {
    await host.must('DELETE', `/classrooms/${id}`);
    const body = { kind: 'link', title: '星図', url: 'https://stars.example/map' };
    await host.must('POST', `/classrooms/${id}/materials`, body);
    await attending.open(id);
    await expect(attending.materials.part.getByRole('link', { name: '星図' })).toHaveAttribute('href', body.url);
    await attending.materials.named('Stars').click();
    const reader = attending.page.getByRole('dialog', { name: 'Stars' });
    await reader.getByRole('button', { name: '次のページ' }).click();
    await expect(reader.getByRole('img', { name: 'Stars 2ページ' }).locator('canvas')).toBeVisible();
  });
});

test('a scan of JPEG 2000 is rendered, under the content policy', async ({ browser }) => {
  const host = await ApiPerson.newcomer(url);
  const hosting = await browserOf(browser, host);
  await hosting.open(await host.createRoom());
  await hosting.materials.file.setInputFiles({ name: 'Scan.pdf', mimeType: 'application/pdf', buffer: redScan() });
  await hosting.materials.named('Scan').click();
  const page = hosting.page.getByRole('dialog', { name: 'Scan' }).locator('canvas');
  await expect
    .poll(() =>
      page.evaluate((canvas: HTMLCanvasElement) => {
        const [red = 0, green = 0] = canvas.getContext('2d')!.getImageData(50, 50, 1, 1).data;
        return red - green;
      }),
    )
    .toBeGreaterThan(100);
});
