import type { SentAnnouncement } from '@manabiba/shared/contract/announcements';
import type { StaffTermsVersion } from '@manabiba/shared/contract/terms';
import {
  announceTermsVersion,
  countAnnouncementAudience,
  createAnnouncement,
  listAnnouncements,
  listStaffTermsVersions,
  stopAnnouncement,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, within } from '@testing-library/react';

import { Announcements } from './announcements';

const scheduled: SentAnnouncement = {
  id: 'ann_1',
  audience: 'all',
  audienceName: null,
  title: '年末年始の窓口の時間について',
  body: '',
  url: '/',
  dueAt: '2026-11-24T01:00:00.000Z',
  state: 'scheduled',
  toldCount: 0,
};

const me = aMe('adult', { role: 'staff' });

function setUp(items: SentAnnouncement[] = [], versions: StaffTermsVersion[] = []) {
  const network = new FakeNetwork()
    .answer(countAnnouncementAudience, ({ query }) => ({ count: query['audience'] === 'all' ? 12_408 : 31 }))
    .answer(createAnnouncement, { id: 'ann_2' })
    .answer(listAnnouncements, { items })
    .answer(stopAnnouncement, undefined)
    .answer(listStaffTermsVersions, { items: versions })
    .answer(announceTermsVersion, { id: 'trm_2' });
  return renderWithApp(<Announcements />, { path: '/staff/announcements', network, me });
}
const title = () => screen.getByRole('textbox', { name: /題名/ });
const dialog = async () => within(await screen.findByRole('dialog'));

it('counts the audience, shows the preview, and sends after a confirmation', async () => {
  const { user, network } = setUp();
  expect(await screen.findByText('届く人 12,408人')).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: '届ける人' }), '学校の生徒');
  expect(await screen.findByText('届く人 31人')).toBeInTheDocument();
  await user.type(title(), '窓口の時間について');
  expect(within(screen.getByRole('figure')).getByText('窓口の時間について')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'いま送る' }));
  const asked = await dialog();
  expect(asked.getByText(/^学校の生徒/)).toHaveTextContent('学校の生徒(31人)に届きます');
  expect(network.calls(createAnnouncement)).toHaveLength(0);
  await user.click(asked.getByRole('button', { name: 'いま送る' }));
  expect(await screen.findByText('送りはじめました。')).toBeInTheDocument();
  expect(network.calls(createAnnouncement)[0]?.body).toEqual({
    audience: 'pupils',
    title: '窓口の時間について',
    body: '',
    url: '/',
  });
  expect(title()).toHaveValue('');
});

it('sends a test to oneself, and keeps what was typed', async () => {
  const { user, network } = setUp();
  await user.type(title(), '窓口の時間について');
  await user.click(screen.getByRole('button', { name: '自分に試しに送る' }));
  expect(await screen.findByText('自分あてに送りました。')).toBeInTheDocument();
  expect(network.calls(createAnnouncement)[0]?.body).toMatchObject({ audience: me.id });
  expect(title()).toHaveValue('窓口の時間について');
});

it('schedules in the time of the viewer', async () => {
  const { user, network } = setUp();
  await user.type(title(), '窓口の時間について');
  await user.type(screen.getByRole('textbox', { name: '送る日時' }), '2026/11/24 10:00');
  await user.click(screen.getByRole('button', { name: /に予約する/ }));
  await user.click((await dialog()).getByRole('button', { name: /に予約する/ }));
  expect(await screen.findByText('予約しました。')).toBeInTheDocument();
  expect(network.calls(createAnnouncement)[0]?.body).toMatchObject({
    dueAt: new Date(2026, 10, 24, 10, 0).toISOString(),
  });
});

it('names what is missing or wrong, and keeps what was typed', async () => {
  const { user, network } = setUp();
  await user.type(screen.getByRole('textbox', { name: '送る日時' }), '明日');
  await user.clear(screen.getByRole('textbox', { name: '開くページ' }));
  await user.click(screen.getByRole('button', { name: 'いま送る' }));
  expect(screen.getByText('題名を入力してください。')).toBeInTheDocument();
  expect(screen.getByText('2026/11/24 10:00 のように入力してください。')).toBeInTheDocument();
  expect(screen.getByText('まなびばの中のページを、/ から入力してください。')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: '送る日時' })).toHaveValue('明日');
  expect(network.calls(createAnnouncement)).toHaveLength(0);
});

it('shows what the api refuses at its field', async () => {
  const { user, network } = setUp();
  network.refuse(createAnnouncement, 'invalid', { fields: { dueAt: '90日以内の日時を入力してください。' } });
  await user.type(title(), '窓口の時間について');
  await user.click(screen.getByRole('button', { name: 'いま送る' }));
  await user.click((await dialog()).getByRole('button', { name: 'いま送る' }));
  expect(await screen.findByText('90日以内の日時を入力してください。')).toBeInTheDocument();
  expect(title()).toHaveValue('窓口の時間について');
});

it('says that the api refuses what has no field, and keeps what was typed', async () => {
  const { user, network } = setUp();
  network.refuse(createAnnouncement, 'invalid', { fields: { audience: 'この学校はなくなりました。' } });
  await user.type(title(), '窓口の時間について');
  await user.click(screen.getByRole('button', { name: 'いま送る' }));
  await user.click((await dialog()).getByRole('button', { name: 'いま送る' }));
  expect(await screen.findByText('入力内容をご確認ください。')).toBeInTheDocument();
  expect(title()).toHaveValue('窓口の時間について');
});

it('stops what is not sent yet, and nothing else', async () => {
  const { user, network } = setUp([
    scheduled,
    { ...scheduled, id: 'ann_0', title: '送ったもの', state: 'sent', toldCount: 12_408 },
  ]);
  expect(await screen.findByText('12,408人')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /を止める/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '「年末年始の窓口の時間について」を止める' }));
  await user.click((await dialog()).getByRole('button', { name: '止める' }));
  expect(await screen.findByText('お知らせを止めました。')).toBeInTheDocument();
  expect(network.calls(stopAnnouncement)[0]?.params).toEqual({ id: 'ann_1' });
});

describe('a version of the terms', () => {
  const version: StaffTermsVersion = {
    id: 'trm_1',
    document: 'terms_of_use',
    effectiveAt: '2027-01-14T15:00:00.000Z',
    summary: 'キャンセルの条件を変えます。',
    announcedAt: '2026-12-01T03:00:00.000Z',
    mailedCount: 12_408,
    mailedAt: '2026-12-01T03:01:00.000Z',
  };

  it('is listed with how many have its mail', async () => {
    setUp([], [version]);
    const row = within((await screen.findByText('キャンセルの条件を変えます。')).closest('tr') as HTMLElement);
    for (const words of ['利用規約', '2027年1月15日(金)', '12,408人', '告知済み'])
      expect(row.getByText(words)).toBeInTheDocument();
  });

  it('is announced after a confirmation, and what was typed stays when the day is refused', async () => {
    const { user, network } = setUp();
    await user.click(screen.getByRole('button', { name: '変更を告知する' }));
    const form = within(await screen.findByRole('dialog', { name: '規約の変更を告知する' }));
    await user.selectOptions(form.getByRole('combobox', { name: '文書' }), 'プライバシーポリシー');
    await user.type(form.getByLabelText('効力の生じる日(日本時間)'), '2027-01-15');
    await user.type(form.getByRole('textbox', { name: /変わる点/ }), '委託先を加えます。');
    await user.type(form.getByRole('textbox', { name: /変更後の全文/ }), '第1条');
    const send = async () => {
      await user.click(form.getByRole('button', { name: '告知する' }));
      const asked = within(await screen.findByRole('dialog', { name: '変更を告知しますか' }));
      await user.click(asked.getByRole('button', { name: '告知する' }));
    };
    network.refuse(announceTermsVersion, 'invalid', {
      fields: { effectiveOn: '14日後より先の日付を入力してください。' },
    });
    await send();
    expect(await form.findByText('14日後より先の日付を入力してください。')).toBeVisible();
    expect(form.getByRole('textbox', { name: /変更後の全文/ })).toHaveValue('第1条');
    network.answer(announceTermsVersion, { id: 'trm_2' });
    await send();
    expect(await screen.findByText('告知しました。メールを送っています。')).toBeVisible();
    expect(network.calls(announceTermsVersion).at(-1)?.body).toEqual({
      document: 'privacy_policy',
      effectiveOn: '2027-01-15',
      summary: '委託先を加えます。',
      text: '第1条',
    });
  });
});

it('asks before the page with an unsent announcement is closed', async () => {
  const { user } = setUp();
  const close = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(true);
  await user.type(title(), '窓口の時間について');
  expect(close()).toBe(false);
  await user.clear(title());
  expect(close()).toBe(true);
});
