import type { BrowserContext, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { browserMemory, tracesIn, watchKeptAnswers } from '../fixtures/browser-memory';
import { noLine, refusal } from '../fixtures/complaints';
import { expect } from '../fixtures/patient-expect';
import { aNewPerson } from '../fixtures/people';
import { test } from '../fixtures/product';
import { sharedProduct } from '../fixtures/running-product';
import { settled } from '../fixtures/settled';
import { SessionEndedDialog } from '../pages/account/session-ended-dialog';
import { Chrome } from '../pages/chrome';
import { RoomPage } from '../pages/room-page';

// A computer that many people use: whoever comes next finds nothing of who was there before.

const { url } = sharedProduct;
test.describe.configure({ timeout: 240_000 });
// What is looked into is large: recording it would cost more than looking.
test.use({ trace: 'off' });
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

test('nothing of a person is left when they sign out', async ({ context, page }) => {
  const work = await leaveWorkBehind(page);
  // As long as they are here, the places that are looked into do hold what is theirs.
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

test('nothing of a person is left in a tab when they sign out in another', async ({ context, page }) => {
  const work = await leaveWorkBehind(page);
  const other = await context.newPage();
  await other.goto('/privacy_policy');
  await new Chrome(other).signOut();
  await expect(new Chrome(page).signInLink).toBeVisible();
  await expectNothingOf(work, context);
});

test('the addresses of tabs say neither what a person searched for nor the key of their classroom when they sign out in another', async ({
  context,
  page,
}) => {
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
  await expect.poll(async () => tracesIn(await browserMemory(context), { search: 'himitsunokotoba', key })).toEqual([]);
});

test('nothing of a person is left when their session has ended and they do not come back', async ({
  context,
  page,
}) => {
  const work = await leaveWorkBehind(page);
  await endSessionsOf(work);
  const dialog = new SessionEndedDialog(page);
  await expect(dialog.title).toBeVisible();
  await dialog.goOnWithoutSession();
  await expect(new Chrome(page).signInLink).toBeVisible();
  await expectNothingOf(work, context);
});

test('what a person has typed is there for themselves when their session has ended and they sign in again', async ({
  page,
}) => {
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

test('nothing of a person is left for somebody else who signs in after their session has ended', async ({
  context,
  page,
}) => {
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
});

test('nothing of a person is left in the tabs of somebody else who comes in the same browser', async ({
  context,
  page,
}) => {
  const work = await leaveWorkBehind(page);
  await (await ApiPerson.newcomer(url)).useIn(context);
  const second = await context.newPage();
  await second.goto('/settings');
  await expect(new Chrome(second).userMenuButton).toBeVisible();
  await settled(page);
  await expectNothingOf(work, context);
});

const COMMENTS = '**/v1/classrooms/*/comments';
type Work = Awaited<ReturnType<typeof leaveWorkBehind>>;

/** Somebody looks at what is theirs, searches, and stops in the middle of a class: one comment did not arrive, another is not finished. */
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

/** Ends every session of this person, as they themselves can from another device. */
async function endSessionsOf({ account }: Work) {
  const elsewhere = await ApiPerson.signedIn(url, account);
  const { items } = (await elsewhere.must('GET', '/me/sessions')) as { items: { id: string; isCurrent: boolean }[] };
  for (const { id, isCurrent } of items) if (!isCurrent) await elsewhere.must('DELETE', `/me/sessions/${id}`);
}

/** As the pages stand; what they still hear or fetch has come. */
async function expectNothingOf({ words, keptAnswers }: Work, context: BrowserContext) {
  for (const page of context.pages()) await settled(page);
  await expect.poll(async () => tracesIn(await browserMemory(context), words)).toEqual([]);
  expect(await keptAnswers(), 'answers that a cache may keep').toEqual([]);
}

/** The next person comes when the one before has left the classroom for good, signs in and opens the same pages, and the search. */
async function expectNothingForNext(work: Work, context: BrowserContext) {
  const [page] = context.pages();
  if (!page) throw new Error('No page is open');
  await (await ApiPerson.newcomer(url)).useIn(context);
  await page.unroute(COMMENTS);
  // Whoever is in a room sees who else is.
  await (await ApiPerson.signedIn(url, work.account)).must('DELETE', `/classrooms/${work.room}/leave`);
  const room = new RoomPage(page);
  await room.enter(work.room);
  await room.showComments();
  await expect(room.composer).toHaveValue('');
  await page.goto('/settings');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: '検索する言葉' })).toBeVisible();
  await expectNothingOf(work, context);
}
