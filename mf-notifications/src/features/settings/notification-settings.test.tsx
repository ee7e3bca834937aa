import type { NotificationSettings as Settings } from '@manabiba/shared/contract/notification-settings';
import { notificationKinds } from '@manabiba/shared/contract/notifications';
import {
  deleteNotificationMute,
  getNotificationSettings,
  getPushKey,
  listPushSubscriptions,
  updateNotificationSettings,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { NotificationSettings } from './notification-settings';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function aSettings(changes: Partial<Settings> = {}): Settings {
  return {
    channels: Object.fromEntries(
      notificationKinds.map((kind) => [kind, { inApp: true, mail: false, push: true }]),
    ) as Settings['channels'],
    quietFrom: null,
    quietTo: null,
    timeZone: zone,
    pausedUntil: null,
    weeklyDigest: false,
    mutes: [],
    kinds: [
      { kind: 'reservedClassroomStarted', section: 'classrooms', label: '予約した教室の開始', fixed: [] },
      { kind: 'userFollow', section: 'people', label: 'フォローされたとき', fixed: [] },
      { kind: 'management', section: 'management', label: '運営からのお知らせ', fixed: ['inApp'] },
    ],
    mailRefusedAt: null,
    ...changes,
  };
}

const setUp = ({
  settings = {},
  prepare,
  path = '/settings',
}: { settings?: Partial<Settings>; prepare?: (network: FakeNetwork) => unknown; path?: string } = {}) => {
  let kept = aSettings(settings);
  const network = new FakeNetwork()
    .answer(getNotificationSettings, () => kept)
    .answer(updateNotificationSettings, ({ body }) => {
      const { channels: _channels, retryMail: _retry, ...changes } = body as Partial<Settings> & { retryMail?: true };
      kept = { ...kept, ...changes };
      return kept;
    })
    .answer(getPushKey, { publicKey: 'AQID' })
    .answer(listPushSubscriptions, { items: [] });
  prepare?.(network);
  return renderWithApp(<NotificationSettings />, { me: aMe('adult'), network, path, pattern: '/settings' });
};

/** The card of this name, once the settings have loaded. */
const card = async (name: string) => {
  await screen.findByRole('table');
  return within(screen.getByRole('region', { name }));
};
const sent = (network: FakeNetwork) => network.calls(updateNotificationSettings).map(({ body }) => body);

it('shows a skeleton, then an error with a retry, then the settings', async () => {
  const { user, network } = setUp({ prepare: (it) => it.refuse(getNotificationSettings, 'rate_limited') });
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  network.answer(getNotificationSettings, aSettings());
  await user.click(retry);
  expect(await screen.findByRole('switch', { name: '予約した教室の開始 メール' })).toBeInTheDocument();
});

it('moves the focus to the settings that a link names, once they have loaded', async () => {
  Element.prototype.scrollIntoView = jest.fn();
  setUp({ path: '/settings#notifications' });
  await waitFor(() => expect(screen.getByRole('heading', { name: '通知設定' })).toHaveFocus());
});

describe('the table of kinds and channels', () => {
  it('has the rows of the api under their headings, with what cannot be switched off', async () => {
    setUp();
    const table = (await card('通知設定')).getByRole('table');
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent),
    ).toEqual([
      '教室',
      '予約した教室の開始',
      '人',
      'フォローされたとき',
      '運営',
      '運営からのお知らせアプリ内は、いつも届きます',
    ]);
    const fixed = screen.getByRole('switch', { name: '運営からのお知らせ アプリ内' });
    expect(fixed).toBeChecked();
    expect(fixed).toBeDisabled();
  });

  it('saves each switch when it is clicked', async () => {
    const { user, network } = setUp();
    const kinds = await card('通知設定');
    await user.click(kinds.getByRole('switch', { name: '予約した教室の開始 メール' }));
    expect(await kinds.findByText('変更を保存しました。')).toBeInTheDocument();
    await user.click(kinds.getByRole('switch', { name: 'フォローされたとき プッシュ' }));
    await waitFor(() =>
      expect(sent(network)).toEqual([
        { channels: { reservedClassroomStarted: { mail: true } } },
        { channels: { userFollow: { push: false } } },
      ]),
    );
  });

  it('switches back with a message when that is refused', async () => {
    const { user } = setUp({ prepare: (it) => it.refuse(updateNotificationSettings, 'rate_limited') });
    const kinds = await card('通知設定');
    const mail = kinds.getByRole('switch', { name: '予約した教室の開始 メール' });
    await user.click(mail);
    expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
    await waitFor(() => expect(mail).not.toBeChecked());
    expect(kinds.queryByText('変更を保存しました。')).not.toBeInTheDocument();
  });

  it('shows that mails are refused, and resumes them', async () => {
    const { user, network } = setUp({ settings: { mailRefusedAt: '2026-11-20T00:00:00.000Z' } });
    await user.click(await screen.findByRole('button', { name: 'メールを再開する' }));
    await waitFor(() => expect(sent(network)).toEqual([{ retryMail: true }]));
  });
});

describe('quiet hours', () => {
  it('start as a night from ten to seven, in the zone of this device', async () => {
    const { user, network } = setUp();
    const quiet = await card('通知を控える時間');
    await user.click(quiet.getByRole('switch', { name: '通知を控える' }));
    expect(await quiet.findByRole('img', { name: '22:00から翌日の7:00まで控えます' })).toBeInTheDocument();
    await user.selectOptions(quiet.getByRole('combobox', { name: '終了' }), '6:30');
    await waitFor(() =>
      expect(sent(network)).toEqual([
        { quietFrom: '22:00', quietTo: '07:00', timeZone: zone },
        { quietFrom: '22:00', quietTo: '06:30', timeZone: zone },
      ]),
    );
  });

  it('end with both times, and begin again as they were', async () => {
    const { user, network } = setUp({ settings: { quietFrom: '23:00', quietTo: '06:00' } });
    const quiet = await card('通知を控える時間');
    const toggle = quiet.getByRole('switch', { name: '通知を控える' });
    await user.click(toggle);
    await waitFor(() => expect(sent(network)).toEqual([{ quietFrom: null, quietTo: null }]));
    await user.click(toggle);
    await waitFor(() => expect(sent(network)[1]).toMatchObject({ quietFrom: '23:00', quietTo: '06:00' }));
  });

  it('of another zone show it and move to this one on demand', async () => {
    const { user, network } = setUp({
      settings: { quietFrom: '23:00', quietTo: '06:00', timeZone: 'America/New_York' },
    });
    const quiet = await card('通知を控える時間');
    expect(quiet.getByText(/America\/New_Yorkの時刻/)).toBeInTheDocument();
    await user.click(quiet.getByRole('button', { name: `この端末の時刻(${zone})に変える` }));
    await waitFor(() => expect(sent(network)).toMatchObject([{ quietFrom: '23:00', timeZone: zone }]));
  });
});

describe('a pause', () => {
  it('lasts until the next morning and ends on demand', async () => {
    const { user, network } = setUp();
    const quiet = await card('通知を控える時間');
    await user.click(quiet.getByRole('button', { name: /7時まで休む/ }));
    await waitFor(() => expect(network.calls(updateNotificationSettings)).toHaveLength(1));
    const [{ pausedUntil }] = sent(network) as [{ pausedUntil: string }];
    expect(new Date(pausedUntil).getHours()).toBe(7);
    expect(new Date(pausedUntil) > new Date()).toBe(true);
  });

  it('that is over is none', async () => {
    setUp({ settings: { pausedUntil: '2020-01-01T00:00:00.000Z' } });
    expect((await card('通知を控える時間')).getByRole('button', { name: /7時まで休む/ })).toBeInTheDocument();
  });

  it('is taken back with a message when it is refused', async () => {
    const { user } = setUp({ prepare: (it) => it.refuse(updateNotificationSettings, 'rate_limited') });
    const quiet = await card('通知を控える時間');
    await user.click(quiet.getByRole('button', { name: /7時まで休む/ }));
    expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
    expect(quiet.getByRole('button', { name: /7時まで休む/ })).toBeInTheDocument();
  });
});

describe('muted subjects', () => {
  const mute = (scope: 'person' | 'classroom' | 'event', label: string) => ({
    id: `mute_${scope}`,
    scope,
    subjectId: 'x',
    label,
    createdAt: '2026-11-20T00:00:00.000Z',
  });

  it('is listed by name and undone', async () => {
    const { user, network } = setUp({
      settings: { mutes: [mute('person', '田中 エマ'), mute('event', '冬の図形フェス'), mute('classroom', '')] },
      prepare: (it) => it.answer(deleteNotificationMute, undefined),
    });
    const mutes = await card('届かないようにしたもの');
    expect(mutes.getAllByRole('listitem').map((item) => item.textContent?.replace('元に戻す', ''))).toEqual([
      '田中 エマさん',
      'イベント「冬の図形フェス」',
      '削除された教室',
    ]);
    network.answer(getNotificationSettings, aSettings({ mutes: [mute('event', '冬の図形フェス')] }));
    await user.click(mutes.getByRole('button', { name: '田中 エマさんを元に戻す' }));
    await waitFor(() => expect(mutes.queryByText('田中 エマさん')).not.toBeInTheDocument());
    expect(network.calls(deleteNotificationMute)).toMatchObject([{ params: { id: 'mute_person' } }]);
  });

  it('stays with a message when that is refused', async () => {
    const { user } = setUp({
      settings: { mutes: [mute('person', '田中 エマ')] },
      prepare: (it) => it.refuse(deleteNotificationMute, 'rate_limited'),
    });
    await user.click(await screen.findByRole('button', { name: '田中 エマさんを元に戻す' }));
    expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
    expect(screen.getByText('田中 エマさん')).toBeInTheDocument();
  });

  it('explains how to mute when there is nothing', async () => {
    setUp();
    expect((await card('届かないようにしたもの')).getByText(/ありません。/)).toBeInTheDocument();
  });
});

it('switches the weekly digest at once, and back with a message when that is refused', async () => {
  const { user, network } = setUp({ prepare: (it) => it.refuse(updateNotificationSettings, 'rate_limited') });
  const digest = await screen.findByRole('switch', { name: /日曜日の朝/ });
  await user.click(digest);
  expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
  await waitFor(() => expect(digest).not.toBeChecked());
  expect(sent(network)).toEqual([{ weeklyDigest: true }]);
});
