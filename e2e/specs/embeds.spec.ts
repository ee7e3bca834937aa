import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sharedProduct } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';

/** A foreign website, on its own origin. */
async function aForeignWebsite(html: string) {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((closed) => server.close(closed)) };
}

test('an event stands as a card on another website, which can frame nothing else', async ({
  page,
  context,
  request,
  complaints,
}) => {
  complaints.allow(/^Framing .* violates/);
  const { items } = await (await request.get('/v1/events')).json();
  const { id, title } = items[0] as { id: string; title: string };
  const site = await aForeignWebsite(`<!doctype html><meta charset="utf-8">
    <iframe title="card" width="360" height="420" src="${sharedProduct.url}/embed/events/${id}"></iframe>
    <iframe title="button" width="280" height="48" src="${sharedProduct.url}/embed/events/${id}?form=button"></iframe>
    <iframe title="page" src="${sharedProduct.url}/events/${id}"></iframe>`);
  try {
    await page.goto(site.url);
    const card = page.frameLocator('[title="card"]').getByRole('link');
    await expect(card).toContainText(title);
    await expect(page.frameLocator('[title="button"]').getByRole('link', { name: /まなびばで見る/ })).toBeVisible();
    await expect(page.frameLocator('[title="page"]').getByRole('heading')).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    const [opened] = await Promise.all([context.waitForEvent('page'), card.click()]);
    await expect(opened.getByRole('heading', { level: 1 })).toContainText(title);
  } finally {
    await site.close();
  }
});
