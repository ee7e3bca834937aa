import { ApiPerson } from '../fixtures/api-person';
import { expect } from '../fixtures/patient-expect';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { sharedProduct } from '../fixtures/running-product';
import { test } from '../fixtures/test';
import { inAnHour } from '../fixtures/time';
import { Chrome } from '../pages/chrome';
import { OwnClassroomsPage } from '../pages/own-classrooms-page';

test.describe.configure({ timeout: 120_000 });

const { url } = sharedProduct;

test('own classrooms are empty at first, then show reserved, attended and hosted ones', async ({ browser }) => {
  const [host, person] = await Promise.all([ApiPerson.newcomer(url), ApiPerson.newcomer(url)]);
  const reserved = await host.createRoom({ name: `予約する教室 ${host.nickname}`, startAt: inAnHour() });
  const visitor = await browserOf(browser, person);
  const { page } = visitor;
  const own = new OwnClassroomsPage(page);

  await test.step('shows the empty state', async () => {
    await own.open();
    await expect(own.empty('これからの教室はありません。')).toBeVisible();
    await own.show('これまで');
    await expect(own.empty('まだ教室はありません。')).toBeVisible();
  });

  await test.step('shows the reserved class', async () => {
    await visitor.open(reserved);
    await visitor.reserve.click();
    await expect(visitor.cancelReservation).toBeVisible();
    await new Chrome(page).openUserMenu();
    await page.getByRole('menuitem', { name: '自分の教室' }).click();
    await expect(own.titles).toHaveText([`予約する教室 ${host.nickname}`]);
    await own.narrowTo('開いた教室');
    await expect(own.empty('これからの教室はありません。')).toBeVisible();
    await own.narrowTo('予約した教室');
    await expect(own.titles).toHaveText([`予約する教室 ${host.nickname}`]);
  });

  await test.step('shows the class to be hosted', async () => {
    await person.createRoom({ name: `開く教室 ${person.nickname}`, startAt: inAnHour() });
    await own.open();
    await own.narrowTo('開いた教室');
    await expect(own.titles).toHaveText([`開く教室 ${person.nickname}`]);
  });

  await test.step('shows the attended class after its end', async () => {
    const attended = await host.createRoom({ name: `出た教室 ${host.nickname}` });
    await host.join(attended);
    await person.join(attended);
    await host.must('DELETE', `/classrooms/${attended}`);
    await own.open();
    await own.show('これまで');
    await own.narrowTo('参加した教室');
    await expect(own.titles).toHaveText([`出た教室 ${host.nickname}`]);
  });
  await page.context().close();
});
