import type { Locator, Page, Route } from '@playwright/test';

import { demoArchives } from '../fixtures/archives/demo-archives';
import { refusal } from '../fixtures/complaints';
import type { DemoKind } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { expect, signInByApi, test } from '../fixtures/test';
import { inFullUnless } from '../level';

/** Opens the product with an existing session, or as a visitor. */
async function enter(page: Page, who: 'anonymous' | DemoKind) {
  if (who !== 'anonymous') await signInByApi(page.context(), sharedProduct.url, who);
  await page.goto('/');
  await settled(page);
}

/** Whether this is the address of data; images of archives are served below /v1, too. */
const isData = (url: string) => url.includes('/v1/') && !url.includes('/v1/archive_media/');

const CALLS = '**/v1/**';

/** Opens a page while all GETs of data from the api hang, until it shows its content. Returns the GETs, which still hang. */
async function openHeld(page: Page, path: string, content: (main: Locator) => Locator): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(CALLS, (route: Route) => {
    const request = route.request();
    if (request.method() !== 'GET' || !isData(request.url())) return route.continue();
    held.push(route);
    return undefined;
  });
  await page.goto(path);
  await expect(content(page.getByRole('main')).first(), path).toBeVisible({ timeout: 20_000 });
  return held;
}

/** Opens a page while the api answers nothing, until it shows its content. Returns the GETs sent. */
async function openUnanswered(page: Page, path: string, content: (main: Locator) => Locator): Promise<string[]> {
  await page.goto('about:blank');
  const held = await openHeld(page, path, content);
  const asked = held.map((route) => new URL(route.request().url()).pathname);
  await page.goto('about:blank');
  // Each one is aborted: a pending request would still arrive after the route is removed.
  await Promise.all(held.map((route) => route.abort().catch(() => undefined)));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return asked;
}

/** Returns the GETs of data that a page sends from when it is opened until it is idle. */
async function readsOf(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => {
    if (request.method() === 'GET' && isData(request.url())) asked.push(request.url().split('/v1')[1] ?? '');
  };
  page.on('request', note);
  await open();
  await settled(page);
  page.off('request', note);
  return asked;
}

/**
 * Excludes what loads after the content: the request of the header button on pages that do not need it themselves, and
 * materials and ratings, at the end of a page.
 */
const ofContent = (path: string, asked: string[]) =>
  asked.filter(
    (each) =>
      !(/^\/(events|settings|notifications)$/.test(path) && each.endsWith('/categories')) &&
      !/\/materials$|\/ratings(\/|\?|$)/.test(each),
  );

interface ListAnswer {
  items: { id: string; name: string; title: string; host: { id: string; nickname: string } }[];
}

/** Returns a text of each page, as the api returns it. */
async function contents(page: Page): Promise<Record<string, string>> {
  const list = async (path: string) => ((await (await page.request.get(path)).json()) as ListAnswer).items;
  const [[classroom], [event], [archive]] = await Promise.all([
    list('/v1/classrooms?state=live'),
    list('/v1/events'),
    demoArchives(page.request),
  ]);
  if (!classroom || !event || !archive) throw new Error('the demo has no classroom, event or archive');
  return {
    '/': classroom.name,
    '/classrooms': classroom.name,
    [`/classrooms/${classroom.id}`]: classroom.name,
    '/events': event.title,
    [`/events/${event.id}`]: event.title,
    '/archives': archive.title,
    [`/categories/${archive.categoryId}`]: archive.title,
    [`/users/${classroom.host.id}`]: classroom.host.nickname,
  };
}

for (const who of ['anonymous', 'host', 'child'] as const) {
  test(
    `for ${who} every page shows its content before the api has answered, and requests nothing twice`,
    inFullUnless(who === 'anonymous'),
    async ({ page }) => {
      test.slow();
      await enter(page, who);
      for (const [path, text] of Object.entries(await contents(page))) {
        const asked = await readsOf(page, async () => {
          await openHeld(page, path, (main) => main.getByText(text));
          // Releases the requests that hang.
          await page.unroute(CALLS);
        });
        expect(ofContent(path, asked), path).toEqual([]);
      }
    },
  );
}

test(
  'the inbox shows its prefetched notifications, and only its own request marks them seen',
  { tag: '@full' },
  async ({ page }) => {
    await enter(page, 'school');
    const unseen = async () =>
      ((await (await page.request.get('/v1/me')).json()) as { unreadNotificationCount: number })
        .unreadNotificationCount;
    const before = await unseen();
    expect(before).toBeGreaterThan(0);
    await page.request.get('/notifications');
    expect(await unseen()).toBe(before);
    expect(
      ofContent('/notifications', await openUnanswered(page, '/notifications', (main) => main.getByRole('listitem'))),
    ).toEqual(['/v1/me/notifications']);
    expect(await unseen()).toBe(before);
  },
);

test(
  'settings show the prefetched user, and only lists of the shown group send requests',
  { tag: '@full' },
  async ({ page }) => {
    await enter(page, 'student');
    const asked = ofContent(
      '/settings',
      await openUnanswered(page, '/settings', (main) => main.locator('input[value="student@demo.manabiba.test"]')),
    );
    // Their cards load later, so how many have sent requests by then varies.
    const ofCards = ['/v1/me/passkeys', '/v1/me/second_factor', '/v1/me/sessions'];
    expect(asked.filter((path) => !ofCards.includes(path))).toEqual([]);
  },
);

test('tabs and categories in a URL are prefetched too', { tag: '@full' }, async ({ page }) => {
  await enter(page, 'anonymous');
  for (const path of ['/classrooms?state=ended', '/events?tab=past']) {
    // The archives below past events are a slot, which loads after the content.
    const asked = ofContent(path, await readsOf(page, () => page.goto(path))).filter(
      (each) => !each.startsWith('/event_archives'),
    );
    expect(asked, path).toEqual([]);
  }
});

test(
  'a rejected query is left to the browser, which shows the usual error',
  { tag: '@full' },
  async ({ page, complaints }) => {
    complaints.allow(refusal(404, '/classrooms/cls_missing'));
    await page.goto('/classrooms/cls_missing');
    await expect(page.getByRole('heading', { name: 'この教室に入るには、招待のURLが必要です。' })).toBeVisible();
  },
);

test('another user in the same browser gets no data of the previous one', async ({ page }) => {
  await signInByApi(page.context(), sharedProduct.url, 'host');
  expect(await (await page.request.get('/notifications')).text()).toContain('listNotifications');
  await page.context().clearCookies();
  const answer = await page.request.get('/notifications', { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([303, '/signin?next=%2Fnotifications']);
});
