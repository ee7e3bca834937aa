import { createEvent, listCategories, listOrganizedEvents } from '@manabiba/shared/data/endpoints';
import { aCategory, aMe, anOrganizedEvent, aPage, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { OrganizedEventsPage } from './organized-events-page';

function setUp(network = new FakeNetwork().answer(listOrganizedEvents, aPage([anOrganizedEvent()])), search = '') {
  network.answer(listCategories, { categories: [aCategory({ id: 'cat_0001', name: '宇宙' })] });
  return (closure: 'notice' | 'readonly' = 'notice') =>
    renderWithApp(<OrganizedEventsPage />, {
      me: aMe('professional'),
      network,
      path: `/org/events${search}`,
      pattern: '/org/events',
      config: { closure: { endedOn: '2025-03-31', url: '/closure', mode: closure } },
    });
}

it('lists events with their state, participant count and management link', async () => {
  const { pageTitle } = setUp(
    new FakeNetwork().answer(
      listOrganizedEvents,
      aPage([
        anOrganizedEvent({
          id: 'evt_1',
          title: '図形フェス',
          state: 'published',
          participantCount: 12,
          tickets: [aTicketType({ quota: 100 })],
        }),
        anOrganizedEvent({ id: 'evt_2', title: 'はじめての証明', state: 'draft', tickets: [], participantCount: 0 }),
      ]),
    ),
  )();
  const rows = within(await screen.findByRole('list', { name: '主催するイベント' })).getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/events/evt_1/edit', '/events/evt_2/edit']);
  expect(rows[0]).toHaveTextContent(/図形フェス.*12 \/ 100/);
  expect(rows[1]).toHaveTextContent(/はじめての証明.*下書き.*0人/);
  expect(pageTitle()).toBe('イベントの管理');
});

it('loads the next page', async () => {
  const network = new FakeNetwork().answer(listOrganizedEvents, ({ query }) =>
    query.cursor
      ? aPage([anOrganizedEvent({ id: 'evt_2', title: '二つめ' })])
      : aPage([anOrganizedEvent({ id: 'evt_1', title: '一つめ' })], 'more'),
  );
  const { user } = setUp(network)();
  expect(await screen.findByRole('link', { name: /一つめ/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByRole('link', { name: /二つめ/ })).toBeInTheDocument();
});

it.each([
  ['', 'すべて', undefined, 'まだイベントはありません。'],
  ['?stage=draft', '下書き', 'draft', '下書きはありません。'],
  ['?stage=public', '公開中', 'public', '公開中のイベントはありません。'],
  ['?stage=past', '終了・中止', 'past', '終了したイベントはありません。'],
  ['?stage=nonsense', 'すべて', undefined, 'まだイベントはありません。'],
] as const)('filters events by stage, and shows the empty state: %s', async (search, tab, stage, sentence) => {
  const network = new FakeNetwork().answer(listOrganizedEvents, aPage([]));
  setUp(network, search)();
  expect(await screen.findByRole('heading', { name: sentence })).toBeInTheDocument();
  const tabs = within(screen.getByRole('navigation', { name: 'イベントの状態' }));
  expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  expect(network.calls(listOrganizedEvents)[0]?.query['stage']).toBe(stage);
});

it('shows a skeleton while loading', () => {
  const network = new FakeNetwork();
  network.hold(listOrganizedEvents);
  setUp(network)();
  expect(screen.getByRole('heading', { name: 'イベントの管理' })).toBeInTheDocument();
  expect(screen.queryByRole('list', { name: '主催するイベント' })).not.toBeInTheDocument();
  expect(screen.queryByText('まだイベントはありません。')).not.toBeInTheDocument();
});

it('shows a failure with a retry', async () => {
  const network = new FakeNetwork();
  network.refuse(listOrganizedEvents, 'unavailable');
  const { user } = setUp(network)();
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  network.answer(listOrganizedEvents, aPage([anOrganizedEvent({ title: '図形フェス' })]));
  await user.click(retry);
  expect(await screen.findByRole('link', { name: /図形フェス/ })).toBeInTheDocument();
});

describe('the new event form', () => {
  it('opens with ?create=1, and creates a draft that opens in the editor', async () => {
    const network = new FakeNetwork().answer(listOrganizedEvents, aPage([]));
    network.answer(createEvent, { ...anOrganizedEvent({ id: 'evt_new' }), invitations: [] });
    const { user } = setUp(network, '?create=1')();
    const form = within(await screen.findByRole('dialog', { name: 'イベントをつくる' }));
    await user.click(form.getByRole('button', { name: '下書きをつくる' }));
    expect(form.getByRole('textbox', { name: '題名' })).toBeInvalid();
    await user.type(form.getByRole('textbox', { name: '題名' }), '夜空の写真を撮る');
    await user.click(form.getByRole('button', { name: '下書きをつくる' }));
    expect(network.calls(createEvent)[0]?.body).toMatchObject({ title: '夜空の写真を撮る', categoryId: 'cat_0001' });
  });

  it('asks for confirmation before typed input is lost', async () => {
    const { user } = setUp(undefined, '?create=1')();
    const form = within(await screen.findByRole('dialog', { name: 'イベントをつくる' }));
    await user.type(form.getByRole('textbox', { name: '題名' }), '夜空');
    await user.click(form.getByRole('button', { name: 'キャンセル' }));
    const question = within(await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' }));
    await user.click(question.getByRole('button', { name: '入力を続ける' }));
    expect(form.getByRole('textbox', { name: '題名' })).toHaveValue('夜空');
  });

  it('is not offered in closure mode', async () => {
    setUp()('readonly');
    expect(await screen.findByRole('list', { name: '主催するイベント' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'イベントをつくる' })).not.toBeInTheDocument();
  });
});
