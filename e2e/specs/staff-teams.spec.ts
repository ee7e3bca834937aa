import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { nextVersion } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import { aBuildOfEvents } from '../fixtures/releases/remote-build';
import { accessibilityFindings, expect, signInByApi } from '../fixtures/test';
import { Chrome } from '../pages/chrome';
import { RetiredPage } from '../pages/releases/retired-page';
import { StaffTeams } from '../pages/staff/teams';

// The screens of staff for what the operator does by commands.

test('staff advance, roll back, retire and restore a release, and create and revoke a token', async ({
  page,
  product,
  complaints,
}) => {
  test.setTimeout(180_000);
  complaints.allow(refusal(410, '/events'));
  const [teams, chrome] = [new StaffTeams(page), new Chrome(page)];
  const live = () => nextVersion(page, product.url);
  const statusOfEvents = async () => (await page.request.get(`${product.url}/events`)).status();
  await signInByApi(page.context(), product.url, 'staff');
  await teams.open();
  const before = await live();
  const build = await aBuildOfEvents('screens');

  await test.step('a rollout is shown to everyone', async () => {
    await (await deployCalls(product)).publish(build, { percent: 10 });
    await teams.open();
    await expect(teams.row('mf-events')).toContainText(build.version);
    await teams.change('mf-eventsの一部公開を広げる', '全員に公開する', '問題がないため', () =>
      teams.dialog.getByRole('combobox', { name: '表示する相手' }).selectOption('全員に公開'),
    );
    await expect(chrome.toast('一部公開を広げました。')).toBeVisible();
    await expect.poll(live).toBe(build.version);
  });

  await test.step('a release is rolled back', async () => {
    await teams.change('mf-eventsを前のバージョンに戻す', '前に戻す', '表示が崩れるため');
    await expect(chrome.toast('前のバージョンに戻しました。')).toBeVisible();
    await expect.poll(live).toBe(before);
  });

  await test.step('a remote is retired and brought back', async () => {
    await teams.change('mf-eventsの提供を終える', '提供を終える', '利用がないため');
    await expect(teams.row('mf-events')).toContainText('提供終了');
    // The web server learns of it within half a second.
    await expect.poll(statusOfEvents).toBe(410);
    await page.goto('/events');
    await expect(new RetiredPage(page).heading('イベント')).toBeVisible();
    await teams.open();
    await teams.change('mf-eventsの提供を再開する', '再開する', '問い合わせがあったため');
    await expect(teams.row('mf-events')).not.toContainText('提供終了');
    await expect.poll(statusOfEvents).toBe(200);
  });

  await test.step('a token works until it is revoked', async () => {
    const secret = await teams.createToken('aoi@e2e.example', 'mf-events');
    const rollBack = () => releaseEvents(product, '--rollback', '--token', secret);
    expect((await rollBack()).said).not.toContain('This token');
    await teams.change('aoi@e2e.exampleのトークンを失効させる', '失効させる', '担当を離れたため');
    await expect(teams.row('aoi@e2e.example')).toContainText('失効');
    expect((await rollBack()).said).toContain('This token was revoked at');
  });

  await test.step('the history has all of it, with the reasons', async () => {
    await teams.show('履歴');
    for (const reason of ['問題がないため', '表示が崩れるため', '利用がないため', '問い合わせがあったため'])
      await expect(teams.row(reason)).toHaveCount(1);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
  await build.remove();
});
