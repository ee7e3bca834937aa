import type { BrowserContext, Page, Worker } from '@playwright/test';

import { expect } from '../fixtures/patient-expect';
import { settled } from '../fixtures/settled';
import { signInByApi, test } from '../fixtures/test';
import { Chrome } from '../pages/chrome';

// The first page of a browser also loads the code of the live connection.
test.describe.configure({ timeout: 120_000 });

const WORKER = '/push-worker.js';

/** Registers the shell's worker as turning push on does, without a push service, which no test browser has. */
async function registerWorker(page: Page): Promise<void> {
  await page.evaluate(async (path) => {
    await navigator.serviceWorker.register(path, { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  }, WORKER);
}

/** Returns the sender of push messages to the worker of this page, in place of the browser's push service. */
async function pushService(page: Page, context: BrowserContext): Promise<(message: unknown) => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (message) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  };
}

interface DeviceNotification {
  title: string;
  body: string;
  tag: string;
  data: unknown;
}
/** The scope of the worker, with the notifications on the screen. */
interface Scope {
  registration: { showNotification: (title: string, options: Omit<DeviceNotification, 'title'>) => Promise<void> };
  ExtendableEvent: typeof Event;
  shown: DeviceNotification[];
}

/** Replaces the notifications of the device, which a headless browser refuses: one for each tag. */
async function deviceNotifications(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = [];
    scope.registration.showNotification = (title, { body, tag, data }) => {
      scope.shown = [...scope.shown.filter((other) => other.tag !== tag), { title, body, tag, data }];
      return Promise.resolve();
    };
  });
  return {
    list: () =>
      worker.evaluate(() =>
        (globalThis as unknown as Scope).shown.map(({ title, body, tag }) => ({ title, body, tag })),
      ),
    click: () =>
      worker.evaluate(() => {
        const scope = globalThis as unknown as Scope;
        const [first] = scope.shown;
        const close = () => void (scope.shown = []);
        const event = new scope.ExtendableEvent('notificationclick');
        globalThis.dispatchEvent(Object.assign(event, { notification: { close, data: first?.data } }));
      }),
  };
}

test('a push message is shown by the worker of the shell, and a click opens its subject in the open tab', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByApi(context, baseURL ?? '', 'adult');
  await page.goto('/classrooms');
  await expect(new Chrome(page).header.getByRole('button', { name: /^お知らせ/ })).toBeVisible();
  await settled(page);
  const arrived = context.waitForEvent('serviceworker');
  await registerWorker(page);
  const worker = await arrived;
  const push = await pushService(page, context);
  const notifications = await deviceNotifications(worker);

  const message = { id: null, title: '教室が始まりました', body: '三角関数', url: '/events?tab=past', tag: 'cls_1' };
  await push(message);
  await expect.poll(notifications.list).toEqual([{ title: '教室が始まりました', body: '三角関数', tag: 'cls_1' }]);
  // A later message about the same subject replaces the earlier one.
  await push({ ...message, body: '三角関数の合成' });
  await expect
    .poll(notifications.list)
    .toEqual([{ title: '教室が始まりました', body: '三角関数の合成', tag: 'cls_1' }]);

  const loadedAt = await page.evaluate(() => performance.timeOrigin);
  await notifications.click();
  await expect(page).toHaveURL(/\/events\?tab=past$/);
  await expect(page.getByRole('heading', { level: 1, name: 'イベント' })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  await expect.poll(notifications.list).toEqual([]);
});

test(
  'the worker leaves a page to the server as long as that answers',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await signInByApi(context, baseURL ?? '', 'adult');
    await page.goto('/notifications');
    await settled(page);
    await registerWorker(page);
    await page.reload();
    await expect(new Chrome(page).userMenuButton).toBeVisible();
    await page.goto('/classrooms');
    await settled(page);
    await expect(page.locator('html[data-kept-at]')).toHaveCount(0);
    await expect(new Chrome(page).userMenuButton).toBeVisible();
  },
);
