import type { BrowserContext, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { browserMemory, tracesIn, watchKeptAnswers } from '../fixtures/browser-memory';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson } from '../fixtures/people';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { test } from '../fixtures/test';
import { SessionEndedDialog } from '../pages/account/session-ended-dialog';
import { Chrome } from '../pages/chrome';
import { RoomPage } from '../pages/room-page';

// A shared computer: the next user finds nothing of the previous one.

const { url } = sharedProduct;
test.describe.configure({ timeout: 240_000 });
test.beforeEach(({ complaints }) =>
  complaints.allow(
    noLine,
    refusal(401, '/v1/'),
    refusal(403, '/v1/'),
    refusal(404, '/v1/'),
    refusal(404, '/classrooms/'),
    refusal(409, '/v1/'),
    /ERR_FAILED/,
  ),
);

test('no data of a user is left after sign-out', async ({ context, page }) => {
  const work = await leaveWorkBehind(page);
  // While the user is signed in, the searched places do contain their data.
  expect(tracesIn(await browserMemory(context), work.words)).toEqual(
    expect.arrayContaining([
      'document of page 0: unsent',
      'fields of page 0: draft',
      'memory of page 0: email',
      'localStorage of page 0: search',
      'memory of shared worker 0: id',
    ]),
  );
  await new RoomPage(page).control('退出する').click();
  await new Chrome(page).signOut();
  await expect(new Chrome(page).signInLink).toBeVisible();
  await expectNothingOf(work, context);
  await expectNothingForNext(work, context);
});

test(
  'no data of a user is left in a tab after sign-out in another tab',
  { tag: '@full' },
  async ({ context, page }) => {
    const work = await leaveWorkBehind(page);
    const other = await context.newPage();
    await other.goto('/privacy_policy');
    await new Chrome(other).signOut();
    await expect(new Chrome(page).signInLink).toBeVisible();
    await expectNothingOf(work, context);
  },
);

test(
  'after sign-out in another tab the URLs contain neither search terms nor the key of a private classroom',
  { tag: '@full' },
  async ({ context, page }) => {
    const person = await ApiPerson.newcomer(url);
    const room = await person.createRoom({ privateMode: true });
    const { key } = await person.must('GET', `/classrooms/${room}/link`);
    await person.useIn(context);
    await page.goto('/search?q=himitsunokotoba&kind=classroom');
    const [own, other] = [await context.newPage(), await context.newPage()];
    await own.goto(`/classrooms/${room}?key=${key}#comments`);
    await other.goto('/privacy_policy');
    for (const each of [page, own]) await expect(new Chrome(each).userMenuButton).toBeVisible();
    await new Chrome(other).signOut();
    for (const each of [page, own]) await expect(new Chrome(each).signInLink).toBeVisible();
    await expect(page).toHaveURL('/search?kind=classroom');
    await expect(own).toHaveURL(`/classrooms/${room}`);
    for (const each of [page, own]) await settled(each);
    await expect
      .poll(async () => tracesIn(await browserMemory(context), { search: 'himitsunokotoba', key }))
      .toEqual([]);
  },
);

test(
  'no data of a user is left after their session has ended without a new sign-in',
  { tag: '@full' },
  async ({ context, page }) => {
    const work = await leaveWorkBehind(page);
    await endSessionsOf(work);
    const dialog = new SessionEndedDialog(page);
    await expect(dialog.title).toBeVisible();
    await dialog.goOnWithoutSession();
    await expect(new Chrome(page).signInLink).toBeVisible();
    await expectNothingOf(work, context);
  },
);

test('a user whose session has ended finds their drafts after signing in again', { tag: '@full' }, async ({ page }) => {
  const work = await leaveWorkBehind(page);
  await endSessionsOf(work);
  const dialog = new SessionEndedDialog(page);
  await expect(dialog.title).toBeVisible();
  await page.unroute(COMMENTS);
  await dialog.signIn(work.account.email, work.account.password);
  await expect(dialog.title).toHaveCount(0);
  const room = new RoomPage(page);
  await expect(room.comment(work.words.unsent)).toHaveCount(1);
  await expect(room.composer).toHaveValue(work.words.draft);
});

test(
  'no data of a user is left for another user who signs in after their session has ended',
  { tag: '@full' },
  async ({ context, page }) => {
    const work = await leaveWorkBehind(page);
    await endSessionsOf(work);
    const next = aNewPerson();
    await ApiPerson.newcomer(url, next);
    const dialog = new SessionEndedDialog(page);
    await dialog.signIn(next.email, next.password);
    await expect(dialog.title).toHaveCount(0);
    await expect(new Chrome(page).userMenuButton).toBeVisible();
    await expectNothingOf(work, context);
    await expectNothingForNext(work, context);
  },
);

test(
  'no data of a user is left in the tabs of another user in the same browser',
  { tag: '@full' },
  async ({ context, page }) => {
    const work = await leaveWorkBehind(page);
    await (await ApiPerson.newcomer(url)).useIn(context);
    const second = await context.newPage();
    await second.goto('/settings');
    await expect(new Chrome(second).userMenuButton).toBeVisible();
    await settled(page);
    await expectNothingOf(work, context);
  },
);

const COMMENTS = '**/v1/classrooms/*/comments';
type Work = Awaited<ReturnType<typeof leaveWorkBehind>>;

/**
 * Visits the user's own pages, searches, and stops during a live classroom with one comment not delivered and another
 * unfinished.
 */
async function leaveWorkBehind(page: Page) {
  const account = aNewPerson();
  const [host, person] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url, account)]);
  const mark = account.email.slice('hanako.'.length, account.email.indexOf('@'));
  const room = await host.createRoom();
  await host.join(room);
  const own = await person.createRoom({ privateMode: true, name: `ひみつ${mark}` });
  const { key } = await person.must('GET', `/classrooms/${own}/link`);
  const words = {
    nickname: account.nickname,
    email: account.email,
    id: person.id,
    draft: `かきかけ${mark}`,
    unsent: `とどかず${mark}`,
    search: `さがす${mark}`,
    ownRoom: own,
    ownRoomName: `ひみつ${mark}`,
    ownKey: key as string,
  };
  const keptAnswers = watchKeptAnswers(page, words);
  await person.useIn(page.context());
  for (const path of ['/settings', `/classrooms/${own}`]) {
    await page.goto(path);
    await settled(page);
  }
  await searchFor(page, words.search);
  const visit = new RoomPage(page);
  await visit.enter(room);
  await visit.showComments();
  await page.route(COMMENTS, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await visit.write(words.unsent);
  await expect(visit.panel.getByText(words.unsent)).toBeVisible();
  await expect(visit.panel.getByRole('button', { name: /もう一度/ })).toBeVisible();
  await visit.composer.fill(words.draft);
  return { account, person, room, words, keptAnswers };
}

async function searchFor(page: Page, words: string) {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: '検索する言葉' }).fill(words);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?/);
}

/** Ends every session of this user, as from another device. */
async function endSessionsOf({ account }: Work) {
  const elsewhere = await ApiPerson.signedIn(url, account);
  const { items } = (await elsewhere.must('GET', '/me/sessions')) as { items: { id: string; isCurrent: boolean }[] };
  for (const { id, isCurrent } of items) if (!isCurrent) await elsewhere.must('DELETE', `/me/sessions/${id}`);
}

/** Checks the current state of the pages, after all pending answers have arrived. */
async function expectNothingOf({ words, keptAnswers }: Work, context: BrowserContext) {
  for (const page of context.pages()) await settled(page);
  await expect.poll(async () => tracesIn(await browserMemory(context), words)).toEqual([]);
  expect(await keptAnswers(), 'answers that a cache may keep').toEqual([]);
}

/**
 * The next user signs in after the previous one has left the classroom for good, and opens the same pages and the
 * search.
 */
async function expectNothingForNext(work: Work, context: BrowserContext) {
  const [page] = context.pages();
  if (!page) throw new Error('No page is open');
  await (await ApiPerson.newcomer(url)).useIn(context);
  await page.unroute(COMMENTS);
  // Participants see each other in a room.
  await (await ApiPerson.signedIn(url, work.account)).must('DELETE', `/classrooms/${work.room}/leave`);
  const room = new RoomPage(page);
  await room.enter(work.room);
  await room.showComments();
  await expect(room.composer).toHaveValue('');
  await page.goto('/settings');
  // The search loads after the content.
  await expect(new Chrome(page).searchButton).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: '検索する言葉' })).toBeVisible();
  await expectNothingOf(work, context);
}
