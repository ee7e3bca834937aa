import { ApiPerson } from '../fixtures/api-person';
import { aNewPerson } from '../fixtures/people';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import {
  chromeScreen,
  consentScreen,
  createScreen,
  roomScreen,
  settingsScreen,
  signInScreen,
  signUpScreen,
  topScreen,
} from '../pages/smoke-screens';
import { expect, missing, test } from './other-browser-test';

// One user's journey: each step starts from the result of the previous one.
test.describe.configure({ mode: 'serial' });

test.skip(({ engine }) => missing[engine].length > 0, `not installed: ${Object.values(missing).flat().join(', ')}`);

const { url } = sharedProduct;
let person: ReturnType<typeof aNewPerson>;

test('the top page shows live classrooms', async ({ other, engine, photograph }) => {
  await other.open('/');
  await other.click(consentScreen.decline);
  await other.see(topScreen.liveClassrooms);
  // In these browsers the product's own code breaks lines between phrases.
  await expect
    .poll(() => other.evaluate('document.querySelectorAll("main h3 wbr").length'), { timeout: 20_000 })
    .toBeGreaterThan(0);
  await photograph('top');
  // WebKit renders spaced digits over each other.
  expect(await other.evaluate('getComputedStyle(document.body).textAutospace')).toBe(
    engine === 'webkit' ? 'no-autospace' : 'normal',
  );
});

test('a visitor joins a room that is open to everyone', async ({ other, photograph }) => {
  const host = await ApiPerson.newcomer(url);
  const room = await host.createRoom();
  await host.join(room);
  await other.open(`/classrooms/${room}`);
  await other.click(roomScreen.join);
  await other.see(roomScreen.prejoin);
  await other.click(roomScreen.join);
  await other.see(roomScreen.speaker(host.nickname));
  await photograph('room-visitor');
});

test('a new user signs up', async ({ other, photograph }) => {
  person = aNewPerson();
  await other.open('/signin?tab=signup');
  await other.click(signUpScreen.next);
  await other.fill(signUpScreen.nickname, person.nickname);
  await other.pickDate(signUpScreen.birthDate, person.birthDate);
  await photograph('sign-up');
  await other.click(signUpScreen.next);
  await other.fill(signInScreen.email, person.email);
  await other.fill(signInScreen.password, person.password);
  await other.click(signUpScreen.agree);
  await other.click(signUpScreen.submit);
  await other.see(signUpScreen.welcome(person.nickname));
});

test('the user signs out, signs in again and stays signed in', async ({ other, photograph }) => {
  await other.open('/');
  await other.click(chromeScreen.menuButton);
  await other.click(chromeScreen.signOut);
  await other.seeNo(chromeScreen.menuButton);
  await other.open('/signin');
  await other.fill(signInScreen.email, person.email);
  await other.fill(signInScreen.password, person.password);
  await photograph('sign-in');
  await other.click(signInScreen.submit);
  await other.see(chromeScreen.menuButton);
  await other.open('/settings');
  await other.see(settingsScreen.email);
  await photograph('settings');
});

test('the user creates a classroom', async ({ other, photograph }) => {
  await other.open('/classrooms');
  await other.click(chromeScreen.createButton);
  await other.fill(createScreen.title, `光の三原色 ${person.nickname}`);
  await photograph('create');
  await other.click(createScreen.submit);
  await expect.poll(() => other.path(), { timeout: 20_000 }).toMatch(/^\/classrooms\/[^/]+$/);
  await other.seeNo(createScreen.dialog);
  await photograph('classroom');
});

test('the user and a Chromium user exchange reactions and comments in a room, also after a connection loss', async ({
  other,
  browser,
  photograph,
}) => {
  const host = await ApiPerson.newcomer(url);
  const room = await host.createRoom();
  await host.join(room);
  await host.must('DELETE', `/classrooms/${room}/leave`);
  const hosting = await browserOf(browser, host);
  await hosting.enter(room);
  await other.open(`/classrooms/${room}`);
  await other.click(roomScreen.join);
  await other.see(roomScreen.prejoin);
  await other.click(roomScreen.join);
  await other.see(roomScreen.speaker(host.nickname));

  await test.step('a reaction and a comment reach Chromium', async () => {
    const seen = hosting.floating(person.nickname).waitFor();
    await other.click(roomScreen.reaction('拍手'));
    await seen;
    await other.click(roomScreen.commentsTab);
    await other.fill(roomScreen.composer, '三色を重ねると白になりますか');
    await other.click(roomScreen.send);
    await hosting.showComments();
    await expect(hosting.comment('三色を重ねると白になりますか')).toBeVisible({ timeout: 20_000 });
  });

  await test.step('a comment from Chromium arrives', async () => {
    await hosting.write('はい、光では白になります');
    await other.see(roomScreen.comment('はい、光では白になります'));
    await photograph('room');
  });

  await test.step('after a network loss and recovery the missed comments arrive', async () => {
    other.network.cut();
    await other.see(chromeScreen.outage);
    await photograph('offline');
    await host.say(room, '絵の具では黒に近づきます');
    other.network.mend();
    await other.seeNo(chromeScreen.outage);
    await other.see(roomScreen.comment('絵の具では黒に近づきます'));
  });
  await hosting.page.context().close();
});
