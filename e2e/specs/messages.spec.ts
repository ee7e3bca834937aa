import { anOpenEvent } from '../fixtures/database/open-event';
import { caughtMails } from '../fixtures/mails';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { accessibilityFindings, anotherBrowser } from '../fixtures/test';
import { aVerifiedPerson } from '../fixtures/verified-person';
import { MessagesPart } from '../pages/messages-part';

// On a product of its own, because other specs count the events and reports of the demo.

test.describe.configure({ timeout: 180_000 });

test('an organizer writes to those with a seat; one reads it through the notification, and stops the next', async ({
  page,
  context,
  browser,
  product,
}) => {
  const { host, eventId } = await anOpenEvent(product, { price: 0 });
  const reader = await aVerifiedPerson(product);
  const other = await aVerifiedPerson(product);
  for (const { api } of [reader, other]) await api.must('POST', `/me/events/${eventId}/participation`, {});
  await host.useIn(context);
  const organizing = new MessagesPart(page);
  const elsewhere = await anotherBrowser(browser);
  await reader.api.useIn(elsewhere.context);
  const reading = new MessagesPart(elsewhere.page);

  await test.step('the organizer sends one to two people', async () => {
    await page.goto(`/events/${eventId}/edit?tab=messages`);
    await organizing.write('持ち物のご案内', '三脚をお持ちください。\nhttps://example.test/list', 2);
    await expect(organizing.sent).toContainText(['持ち物のご案内']);
    await expect(organizing.sent).toContainText(['2人']);
    await expect(organizing.remaining).toContainText('あと2通送れます。');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  await test.step('a ticket holder reads it through the notification, and reports it', async () => {
    await caughtMails(product, reader.email, '持ち物のご案内');
    await elsewhere.page.goto(`${product.url}/notifications`);
    await reading.notifications.click();
    await expect(reading.heading).toBeFocused();
    await expect(reading.section).toContainText('三脚をお持ちください。');
    await expect(reading.links).toHaveAttribute('href', 'https://example.test/list');
    expect(await accessibilityFindings(elsewhere.page)).toEqual([]);
    await reading.report('持ち物のご案内');
  });

  await test.step('whoever stops them gets neither the next notification nor its mail', async () => {
    await reading.stop.click();
    await expect(reading.resume).toBeVisible();
    await organizing.write('集合場所', '入口でお待ちしています。', 2);
    await caughtMails(product, other.email, '集合場所');
    await caughtMails(product, reader.email, '集合場所', 0);
    await elsewhere.page.goto(`${product.url}/notifications`);
    await expect(reading.notifications).toHaveCount(1);
  });
  await elsewhere.context.close();
});

test('the host of a class writes to who reserved it, who reads it and stops the next', async ({
  page,
  context,
  browser,
  product,
}) => {
  const host = await aVerifiedPerson(product);
  const reader = await aVerifiedPerson(product);
  const classroomId = await host.api.createRoom({ startAt: new Date(Date.now() + 7_200_000).toISOString() });
  await reader.api.must('POST', `/classrooms/${classroomId}/reservations`, {});
  await host.api.useIn(context);
  const writing = new MessagesPart(page);
  const elsewhere = await anotherBrowser(browser);
  await reader.api.useIn(elsewhere.context);
  const reading = new MessagesPart(elsewhere.page);

  await page.goto(`/classrooms/${classroomId}`);
  await writing.openOfClass();
  await writing.write('持ち物のご案内', '筆記用具をお持ちください。', 1);
  await expect(writing.sent).toContainText(['持ち物のご案内']);
  await expect(writing.remaining).toContainText('あと2通送れます。');
  expect(await accessibilityFindings(page)).toEqual([]);

  await caughtMails(product, reader.email, '持ち物のご案内');
  await elsewhere.page.goto(`${product.url}/notifications`);
  await reading.notifications.click();
  await expect(reading.heading).toBeFocused();
  await expect(reading.section).toContainText('筆記用具をお持ちください。');
  expect(await accessibilityFindings(elsewhere.page)).toEqual([]);
  await reading.stop.click();
  await expect(reading.resume).toBeVisible();
  await writing.write('集合場所', '入口でお待ちしています。', 1);
  await expect(writing.remaining).toContainText('あと1通送れます。');
  await elsewhere.page.goto(`${product.url}/notifications`);
  await expect(reading.notifications).toHaveCount(1);
  await elsewhere.context.close();
});
