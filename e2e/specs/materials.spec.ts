import { subYears } from 'date-fns';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { test } from '../fixtures/product';
import { beginClass } from '../fixtures/rooms/poll-host';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { slidesOf } from '../fixtures/rooms/slides';
import { sharedProduct } from '../fixtures/running-product';

// Two or three browsers at a time are slow on a busy machine.
test.describe.configure({ timeout: 180_000 });

const { url } = sharedProduct;
const slides = { name: 'Stars.pdf', mimeType: 'application/pdf', buffer: slidesOf('One', 'Two', 'Three') };

test('a PDF is added before the class, presented, and followed by a minor', async ({ browser, complaints }) => {
  // A heartbeat may arrive after the end.
  complaints.allow(refusal(410, '/v1/'));
  const birthDate = subYears(new Date(), 17).toISOString().slice(0, 10);
  const [host, guest] = [await ApiPerson.newcomer(url), await ApiPerson.newcomer(url, { birthDate })];
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
});
