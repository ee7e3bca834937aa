import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { browserOf, inRoom } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { inAnHour } from '../fixtures/time';
import { inFullUnless } from '../level';
import { followButton } from '../pages/account/follow-button';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

/** Creates a classroom of this host in the given state. */
async function aClass(host: ApiPerson, state: 'scheduled' | 'live' | 'ended'): Promise<string> {
  const id = await host.createRoom(state === 'scheduled' ? { startAt: inAnHour() } : {});
  if (state !== 'scheduled') await host.join(id);
  if (state === 'ended') await host.must('DELETE', `/classrooms/${id}`);
  return id;
}

for (const state of ['scheduled', 'live', 'ended'] as const) {
  test(
    `the host of a ${state} class can be followed and unfollowed from its page`,
    inFullUnless(state === 'scheduled'),
    async ({ browser }) => {
      const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
      const id = await aClass(host, state);
      const visitor = await browserOf(browser, guest);
      await visitor.open(id);
      const { follow, following } = followButton(visitor.page, host.nickname);
      await follow.click();
      await expect(following).toBeVisible();
      await expect.poll(async () => (await guest.must('GET', `/users/${host.id}`)).isFollowed).toBe(true);
      await visitor.page.reload();
      await following.click();
      await expect(follow).toBeVisible();
      await expect.poll(async () => (await guest.must('GET', `/users/${host.id}`)).isFollowed).toBe(false);
      await visitor.page.context().close();
    },
  );
}

test(
  'a live room offers to follow the host in its header, except to the host',
  { tag: '@full' },
  async ({ browser }) => {
    const [host, guest] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
    const id = await aClass(host, 'live');
    const attending = await inRoom(browser, guest, id);
    await followButton(attending.page, host.nickname).follow.click();
    await expect(followButton(attending.page, host.nickname).following).toBeVisible();
    await expect(attending.stage).toBeVisible();
    await host.must('DELETE', `/classrooms/${id}/leave`);
    const hosting = await inRoom(browser, host, id);
    await expect(hosting.page.getByRole('button', { name: /フォロー/ })).toHaveCount(0);
    await Promise.all([hosting, attending].map(({ page }) => page.context().close()));
  },
);
