import type { LiveRemote, NameUses, ReleaseHistoryLine, ReleaseToken } from '@manabiba/shared/contract/staff-releases';
import {
  advanceRollout,
  bringBackRemote,
  createReleaseToken,
  getFailureReleases,
  listLiveReleases,
  listReleaseHistory,
  listReleaseTokens,
  listReleaseUses,
  retireRemote,
  revokeReleaseToken,
  rollBackRelease,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { Teams } from './teams';

const events: LiveRemote = {
  remote: 'mf-events',
  version: '1.0.0-a',
  revision: 7,
  isRetired: false,
  health: { views: 200, failures: 4 },
  rollout: { version: '1.0.0-b', percent: 10, rule: 'learner, staff', since: '2026-11-25T00:00:00.000Z', health: null },
  previousVersion: '1.0.0-0',
  goesBackWith: [],
  canBringBack: false,
};
const account: LiveRemote = {
  ...events,
  remote: 'mf-account',
  health: null,
  rollout: null,
  goesBackWith: ['mf-events'],
};
const polls: LiveRemote = {
  ...account,
  remote: 'mf-polls',
  isRetired: true,
  canBringBack: true,
  previousVersion: null,
  goesBackWith: [],
};
const quiz: LiveRemote = { ...polls, remote: 'mf-quiz', canBringBack: false };
const line: ReleaseHistoryLine = {
  at: '2026-11-25T00:00:00.000Z',
  remote: 'mf-events',
  action: 'rollout_started',
  version: '1.0.0-b',
  fromVersion: '1.0.0-a',
  percent: 10,
  rule: '3 testers',
  environment: 'preview',
  who: 'usr_staff',
  whoName: '雨宮 しおり',
  why: '新しい一覧',
  approvedBy: null,
};
const token: ReleaseToken = {
  id: 'a-token',
  remote: 'mf-events',
  person: 'aoi@example.jp',
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'ren (operator)',
  createdByName: null,
  expiresAt: '2099-01-30T00:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
  revokedByName: null,
};

const inEvents = { remote: 'mf-events', version: '1.0.0-a', place: 'live' };
const inPreview = { remote: 'mf-polls', version: '2.0.0-b', place: 'preview' };
const uses: NameUses[] = [
  { kind: 'call', name: 'getEvent', users: [inEvents, inPreview] },
  { kind: 'shown_slot', name: 'ratings', users: [inEvents] },
  { kind: 'facade', name: 'useEndpoint', users: [inPreview] },
];

function setUp(part = '', network = new FakeNetwork()) {
  network
    .answer(listLiveReleases, {
      items: [account, events, polls, quiz],
      environments: [
        { environment: 'preview', remote: 'mf-events', version: '1.0.0-c', since: '2026-11-25T00:00:00.000Z' },
      ],
    })
    .answer(listReleaseTokens, { items: [token] })
    .answer(listReleaseHistory, { items: [line] })
    .answer(listReleaseUses, { items: uses, unknown: [{ ...inPreview, remote: 'mf-quiz', isFacadeOnly: true }] })
    .answer(advanceRollout, undefined)
    .answer(rollBackRelease, undefined)
    .answer(retireRemote, undefined)
    .answer(bringBackRemote, undefined)
    .answer(revokeReleaseToken, undefined)
    .answer(createReleaseToken, { id: 'new-token', secret: 'mrt_new-token_secret' });
  return renderWithApp(<Teams />, { path: `/staff/teams${part}`, network, me: aMe('adult', { role: 'staff' }) });
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
type Dialog = Awaited<ReturnType<typeof dialog>>;
const click = async (user: ReturnType<typeof setUp>['user'], form: Dialog, reason: string, label: string) => {
  await user.type(form.getByRole('textbox'), reason);
  await user.click(form.getByRole('button', { name: label }));
};

it('shows what is live, to whom a rollout goes, and how often each fails', async () => {
  setUp();
  const row = within(await screen.findByRole('row', { name: /mf-events 1\.0\.0-a/ }));
  for (const words of ['2.00%', '200回中4回', '学習者・スタッフの10%', '1.0.0-b', '表示なし'])
    expect(row.getByText(words)).toBeVisible();
  expect(screen.getByRole('row', { name: /プレビュー mf-events 1\.0\.0-c/ })).toBeVisible();
  expect(screen.getByRole('link', { name: '稼働状況' })).toHaveAttribute('href', '/status');
});

it('offers for each remote what can be done about it', async () => {
  setUp();
  await screen.findByRole('row', { name: /mf-account/ });
  const offered = (remote: string) =>
    screen.queryAllByRole('button', { name: new RegExp(`^${remote}`) }).map(({ textContent }) => textContent);
  expect(offered('mf-account')).toEqual(['前に戻す', '提供を終える']);
  expect(offered('mf-events')).toEqual(['広げる', '取り下げる', '提供を終える']);
  expect(offered('mf-polls')).toEqual(['再開する']);
  expect(offered('mf-quiz')).toEqual([]);
  expect(screen.getByText('ファイルは残っていません。')).toBeVisible();
});

it('widens a rollout, with a reason and the revision that was seen', async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: 'mf-eventsの一部公開を広げる' }));
  const form = await dialog('mf-eventsの一部公開を広げますか');
  const choice = form.getByRole('combobox', { name: '表示する相手' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '学習者・スタッフの25%',
    '学習者・スタッフの50%',
    '学習者・スタッフの75%',
    '学習者・スタッフの90%',
    '学習者・スタッフ',
    '全員に公開',
  ]);
  await user.selectOptions(choice, '50');
  await user.click(form.getByRole('button', { name: '広げる' }));
  expect(form.getByText('理由を入力してください。')).toBeVisible();
  await click(user, form, '失敗がないため', '広げる');
  expect(await screen.findByText('一部公開を広げました。')).toBeInTheDocument();
  expect(network.calls(advanceRollout)[0]).toMatchObject({
    params: { remote: 'mf-events' },
    body: { revision: 7, percent: 50, reason: '失敗がないため' },
  });
});

it('makes the release in a rollout live for everyone', async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: 'mf-eventsの一部公開を広げる' }));
  const form = await dialog('mf-eventsの一部公開を広げますか');
  await user.selectOptions(form.getByRole('combobox'), '全員に公開');
  await click(user, form, '確認が済んだため', '全員に公開する');
  await waitFor(() => expect(network.calls(advanceRollout)[0]?.body).toMatchObject({ percent: null }));
});

it.each([
  [
    'mf-eventsの一部公開を取り下げる',
    'mf-eventsの一部公開を取り下げますか',
    '取り下げる',
    (network: FakeNetwork) => network.calls(rollBackRelease),
  ],
  [
    'mf-accountを前のバージョンに戻す',
    'mf-accountを前のバージョンに戻しますか',
    '前に戻す',
    (network: FakeNetwork) => network.calls(rollBackRelease),
  ],
  [
    'mf-accountの提供を終える',
    'mf-accountの提供を終えますか',
    '提供を終える',
    (network: FakeNetwork) => network.calls(retireRemote),
  ],
  [
    'mf-pollsの提供を再開する',
    'mf-pollsの提供を再開しますか',
    '再開する',
    (network: FakeNetwork) => network.calls(bringBackRemote),
  ],
] as const)('asks before it carries out: %s', async (button, title, label, callsIn) => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: button }));
  await click(user, await dialog(title), '一覧が開かないため', label);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(callsIn(network)[0]?.body).toEqual({ revision: 7, reason: '一覧が開かないため' });
});

it('names before a rollback what goes back with it', async () => {
  const { user } = setUp();
  await user.click(await screen.findByRole('button', { name: 'mf-accountを前のバージョンに戻す' }));
  const asked = await dialog('mf-accountを前のバージョンに戻しますか');
  expect(asked.getByText(/同時に公開した mf-events も、前のバージョンに戻ります。/)).toBeInTheDocument();
});

it('reads again what is live when another change came first', async () => {
  const { user, network } = setUp();
  network.refuse(rollBackRelease, 'conflict');
  await user.click(await screen.findByRole('button', { name: 'mf-accountを前のバージョンに戻す' }));
  const before = network.calls(listLiveReleases).length;
  await click(user, await dialog('mf-accountを前のバージョンに戻しますか'), '失敗が多いため', '前に戻す');
  expect(await screen.findByText(/ほかの変更が先にあったか/)).toBeInTheDocument();
  await waitFor(() => expect(network.calls(listLiveReleases).length).toBeGreaterThan(before));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('keeps the reason after any other failure', async () => {
  const { user, network } = setUp();
  network.refuse(retireRemote, 'rate_limited');
  await user.click(await screen.findByRole('button', { name: 'mf-accountの提供を終える' }));
  const form = await dialog('mf-accountの提供を終えますか');
  await click(user, form, '使われていないため', '提供を終える');
  await waitFor(() => expect(network.calls(retireRemote)).toHaveLength(1));
  expect(form.getByRole('textbox')).toHaveValue('使われていないため');
});

it('says what comes there when nothing is live, and offers a retry after a failure', async () => {
  const { network, unmount } = setUp();
  unmount();
  network.answer(listLiveReleases, { items: [], environments: [] });
  const again = renderWithApp(<Teams />, { path: '/staff/teams', network, me: aMe('adult', { role: 'staff' }) });
  expect(await screen.findByText('公開中のリリースはありません。')).toBeVisible();
  again.unmount();
  network.refuse(listLiveReleases, 'not_found');
  renderWithApp(<Teams />, { path: '/staff/teams', network, me: aMe('adult', { role: 'staff' }) });
  expect(await screen.findByText('リリースを表示できませんでした。')).toBeVisible();
});

describe('tokens', () => {
  it('are listed with whom they were given to, and are revoked with a reason', async () => {
    const { user, network } = setUp('?part=tokens');
    const row = within(await screen.findByRole('row', { name: /aoi@example\.jp mf-events 有効/ }));
    for (const words of ['未使用', '2099年1月30日(金)まで']) expect(row.getByText(words)).toBeVisible();
    expect(row.getByText(/ren\(運用担当\)/)).toBeVisible();
    await user.click(row.getByRole('button', { name: 'aoi@example.jpのトークンを失効させる' }));
    await click(user, await dialog('aoi@example.jpのトークンを失効させますか'), '異動のため', '失効させる');
    expect(await screen.findByText('トークンを失効させました。')).toBeInTheDocument();
    expect(network.calls(revokeReleaseToken)[0]).toMatchObject({
      params: { id: 'a-token' },
      body: { reason: '異動のため' },
    });
  });

  it('that have ended stay in the list and cannot be revoked', async () => {
    const { network, unmount } = setUp('?part=tokens');
    unmount();
    const expired = { ...token, id: 'expired', person: 'ren@example.jp', expiresAt: '2020-01-01T00:00:00.000Z' };
    const revoked = { ...token, revokedAt: '2026-11-20T00:00:00.000Z', revokedBy: 'usr_1', revokedByName: '雨宮' };
    network.answer(listReleaseTokens, { items: [expired, revoked] });
    renderWithApp(<Teams />, { path: '/staff/teams?part=tokens', network, me: aMe('adult', { role: 'staff' }) });
    expect(await screen.findByRole('row', { name: /ren@example\.jp .*期限切れ/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /aoi@example\.jp .*失効.*雨宮/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /失効させる/ })).not.toBeInTheDocument();
  });

  it('are shown once', async () => {
    const { user, network } = setUp('?part=tokens');
    await user.click(await screen.findByRole('button', { name: 'トークンを発行する' }));
    const form = await dialog('トークンを発行する');
    await user.type(form.getByRole('textbox', { name: '渡す相手のメールアドレス' }), 'mei@example.jp');
    await form.findByRole('option', { name: 'mf-events' });
    await user.selectOptions(form.getByRole('combobox', { name: '公開できるリモート' }), 'mf-events');
    await user.type(form.getByRole('textbox', { name: /^理由/ }), '新しい担当');
    await user.click(form.getByRole('button', { name: '発行する' }));
    const shown = await dialog('新しいトークン');
    expect(shown.getByText('mrt_new-token_secret')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'コピーする' }));
    expect(await navigator.clipboard.readText()).toBe('mrt_new-token_secret');
    await user.click(shown.getByRole('button', { name: '渡しました' }));
    expect(screen.queryByText('mrt_new-token_secret')).not.toBeInTheDocument();
    expect(network.calls(createReleaseToken)[0]?.body).toEqual({
      person: 'mei@example.jp',
      remote: 'mf-events',
      days: 90,
      reason: '新しい担当',
    });
  });

  it('that are refused show why at their fields, and keep what was typed', async () => {
    const { user, network } = setUp('?part=tokens');
    network.refuse(createReleaseToken, 'invalid', {
      fields: { person: 'この方は公開できません。', days: '366日以内にしてください。' },
    });
    await user.click(await screen.findByRole('button', { name: 'トークンを発行する' }));
    const form = await dialog('トークンを発行する');
    const person = form.getByRole('textbox', { name: '渡す相手のメールアドレス' });
    await user.type(person, 'mei');
    await user.click(form.getByRole('button', { name: '発行する' }));
    expect(await form.findByText('メールアドレスを入力してください。')).toBeVisible();
    expect(network.calls(createReleaseToken)).toEqual([]);
    await user.type(person, '@example.jp');
    await user.type(form.getByRole('textbox', { name: '理由(記録に残ります)' }), '新しい担当');
    await user.click(form.getByRole('button', { name: '発行する' }));
    expect(await form.findByText('この方は公開できません。')).toBeVisible();
    expect(form.getByText('366日以内にしてください。')).toBeVisible();
    expect(person).toHaveValue('mei@example.jp');
  });
});

describe('the history', () => {
  it('is shown in Japanese', async () => {
    setUp('?part=history');
    const row = await screen.findByRole('row', { name: /mf-events 一部公開 昇格 1\.0\.0-b/ });
    for (const words of ['指名した3人の10%', '雨宮 しおり', '新しい一覧'])
      expect(within(row).getByText(words)).toBeVisible();
  });

  it('is filtered by remote, in the URL', async () => {
    const { user, network, currentUrl } = setUp('?part=history');
    const filter = await screen.findByRole('combobox', { name: 'リモート' });
    await within(filter).findByRole('option', { name: 'mf-polls' });
    await user.selectOptions(filter, 'mf-polls');
    await waitFor(() => expect(network.calls(listReleaseHistory).at(-1)?.query).toEqual({ remote: 'mf-polls' }));
    expect(currentUrl()).toBe('/staff/teams?part=history&remote=mf-polls');
  });
});

describe('the releases of a failure', () => {
  const found = {
    at: '2026-11-25T00:00:00.000Z',
    releases: [
      { remote: 'mf-events', version: '1.0.0-a', isKept: true },
      { remote: 'mf-polls', version: '2.0.0-b', isKept: false },
    ],
    path: '/override?grant=a',
  };

  it('are found by the number, however it is typed, and opened', async () => {
    const { user, network, currentUrl } = setUp('?part=replay', new FakeNetwork().answer(getFailureReleases, found));
    await user.type(await screen.findByRole('searchbox', { name: 'お問い合わせ番号' }), ' ０af7 6519{Enter}');
    expect(await screen.findByRole('row', { name: /mf-events 1\.0\.0-a/ })).toBeVisible();
    expect(network.calls(getFailureReleases)[0]?.params).toEqual({ number: '0AF7-6519' });
    expect(currentUrl()).toBe('/staff/teams?part=replay&number=0AF7-6519');
    expect(screen.getByRole('link', { name: 'このリリースで開く' })).toHaveAttribute('href', '/override?grant=a');
  });

  it('cannot be opened without their files', async () => {
    setUp('?part=replay&number=0AF7-6519', new FakeNetwork().answer(getFailureReleases, { ...found, path: null }));
    expect(await screen.findByText(/ファイルが残っていないリリース/)).toBeVisible();
    expect(screen.getByRole('row', { name: /mf-polls 2\.0\.0-b ファイルなし/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'このリリースで開く' })).toBeNull();
  });

  it('are unknown for another number', async () => {
    setUp('?part=replay&number=0AF7-6519', new FakeNetwork().refuse(getFailureReleases, 'not_found'));
    expect(await screen.findByText('この番号の記録はありません。')).toBeVisible();
  });
});

describe('the uses of the product', () => {
  const names = () => screen.getAllByRole('row').flatMap((row) => row.querySelector('code')?.textContent ?? []);

  it('name the releases that break when something is removed, and of which it is not known', async () => {
    setUp('?part=uses');
    const row = within(await screen.findByRole('row', { name: /getEvent APIの呼び出し/ }));
    for (const words of ['mf-events', '1.0.0-a', 'mf-polls', '2.0.0-b', 'プレビュー'])
      expect(row.getByText(words)).toBeVisible();
    expect(screen.getByText(/共通機能の利用を調べられません/)).toHaveTextContent('mf-quiz');
  });

  it('are found by a part of the name and by kind, in the URL', async () => {
    const { user, currentUrl } = setUp('?part=uses');
    await screen.findByRole('row', { name: /getEvent/ });
    expect(names()).toEqual(['getEvent', 'ratings', 'useEndpoint']);
    await user.type(screen.getByRole('searchbox', { name: '名前' }), 'eve{Enter}');
    expect(names()).toEqual(['getEvent']);
    await user.selectOptions(screen.getByRole('combobox', { name: '種類' }), 'スロットの表示');
    expect(screen.getByText('使っているリリースはありません。')).toBeVisible();
    expect(currentUrl()).toBe('/staff/teams?part=uses&kind=shown_slot&name=eve');
  });
});

it('moves between its parts by keyboard', async () => {
  const { user, currentUrl } = setUp();
  await user.click(await screen.findByRole('tab', { name: 'リリース' }));
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('button', { name: 'トークンを発行する' })).toBeVisible();
  expect(currentUrl()).toBe('/staff/teams?part=tokens');
});
