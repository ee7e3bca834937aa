import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Me } from '@manabiba/shared/contract/users';
import { listCategories, listEvents } from '@manabiba/shared/data/endpoints';
import {
  aCategory,
  aMe,
  anEvent,
  aPage,
  aParticipation,
  aTicketType,
  inMinutes,
} from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { millisecondsInHour } from 'date-fns/constants';

import { TopEvents } from '../features/event-list/top-events';
import { EventsPage } from './events-page';

const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent?.trim());

it('lists upcoming events with price and availability', async () => {
  const network = new FakeNetwork().answer(
    listEvents,
    aPage([
      anEvent({ title: '銀河', tickets: [aTicketType({ sold: 88 })] }),
      anEvent({ title: '進路', tickets: [aTicketType({ price: 0, quota: null })] }),
      anEvent({ title: '作曲', tickets: [aTicketType({ sold: 100 })] }),
    ]),
  );
  renderWithApp(<EventsPage />, { network, path: '/events' });
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringMatching(/1,500円 \(税込\)残り12席$/),
    expect.stringMatching(/無料受付中$/),
    expect.stringMatching(/満席$/),
  ]);
  expect(within(cards[0] as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/events\/evt_/),
  );
});

it('shows availability by the server clock on a device whose own is an hour late', async () => {
  const network = new FakeNetwork()
    .setClockAhead(millisecondsInHour)
    .answer(listEvents, aPage([anEvent({ tickets: [aTicketType({ saleEndAt: inMinutes(30) })] })]));
  renderWithApp(<EventsPage />, { network, path: '/events' });
  expect(await screen.findByText('受付終了')).toBeInTheDocument();
});

it('loads more on request', async () => {
  const network = new FakeNetwork().answer(listEvents, ({ query }) =>
    query.cursor ? aPage([anEvent({ title: '二枚め' })]) : aPage([anEvent({ title: '一枚め' })], 'next'),
  );
  const { user } = renderWithApp(<EventsPage />, { network, path: '/events' });
  await user.click(await screen.findByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByText(/二枚め/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'さらに表示する' })).not.toBeInTheDocument();
});

it('merges ended, archived and cancelled events into one list of past events', async () => {
  const past = {
    ended: anEvent({ title: '中', state: 'ended', startAt: inMinutes(-200) }),
    archived: anEvent({ title: '古', state: 'archived', startAt: inMinutes(-300) }),
    cancelled: anEvent({ title: '新', state: 'cancelled', startAt: inMinutes(-100) }),
  };
  const network = new FakeNetwork().answer(listEvents, ({ query }) => aPage([past[query.state as keyof typeof past]]));
  renderWithApp(<EventsPage />, { network, path: '/events?tab=past' });
  expect(await screen.findByText('中止')).toBeInTheDocument();
  expect(titles()).toEqual(['新', '中', '古']);
  expect(screen.getByRole('link', { name: '終了・中止' })).toHaveAttribute('aria-current', 'page');
});

it.each(['/events', '/events?tab=past'])('shows a skeleton while %s loads', (path) => {
  const network = new FakeNetwork();
  network.hold(listEvents);
  renderWithApp(<EventsPage />, { network, path });
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
});

it('shows the empty state, and retries after a failure', async () => {
  const network = new FakeNetwork().refuse(listEvents, 'role_required');
  const { user } = renderWithApp(<EventsPage />, { network, path: '/events' });
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  network.answer(listEvents, aPage([]));
  await user.click(retry);
  expect(await screen.findByText('予定されているイベントはありません。')).toBeInTheDocument();
});

it('shows three events and a link to all on the top page', async () => {
  const network = new FakeNetwork().answer(listEvents, aPage([anEvent(), anEvent(), anEvent()]));
  renderWithApp(<TopEvents />, { network });
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(network.calls(listEvents)[0]?.query).toEqual({ limit: '3' });
  expect(screen.getByRole('region', { name: 'イベント' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'すべて見る' })).toHaveAttribute('href', '/events');
});

it('is not on the top page when there are no upcoming events', async () => {
  renderWithApp(<TopEvents />, { network: new FakeNetwork().answer(listEvents, aPage([])) });
  await waitForElementToBeRemoved(() => screen.queryByRole('region', { name: 'イベント' }));
});

describe('filtered', () => {
  const setUp = async (path: string, me: Me | null = null) => {
    const events = [
      anEvent({ title: '有料', categoryId: 'cat_math' }),
      anEvent({ title: '無料', categoryId: 'cat_math', tickets: [aTicketType({ price: 0 })] }),
      anEvent({ title: '自分', categoryId: 'cat_music', myParticipation: aParticipation() }),
    ];
    const network = new FakeNetwork()
      .answer(listEvents, ({ query }) => (query.cursor ? aPage(events.slice(2)) : aPage(events.slice(0, 2), 'next')))
      .answer(listCategories, { categories: [aCategory({ id: 'cat_math', name: '数学' })] });
    const app = renderWithApp(<EventsPage />, { network, me, path });
    await screen.findAllByRole('article');
    return app;
  };

  it('shows free events and keeps the filter in the URL', async () => {
    const { user, currentUrl } = await setUp('/events');
    await user.click(screen.getByRole('button', { name: '無料' }));
    expect(titles()).toEqual(['無料']);
    expect(screen.getByRole('button', { name: '無料' })).toHaveAttribute('aria-pressed', 'true');
    expect(currentUrl()).toBe('/events?filter=free');
    await user.click(await screen.findByRole('button', { name: '数学' }));
    expect(currentUrl()).toBe('/events?filter=free&category=cat_math');
    await user.click(screen.getByRole('button', { name: 'すべて' }));
    expect(currentUrl()).toBe('/events');
  });

  it('searches pages that have not been loaded yet', async () => {
    await setUp('/events?filter=mine', aMe('adult'));
    expect(titles()).toEqual(['自分']);
    expect(screen.getByText('申込済み', { selector: 'span' })).toBeInTheDocument();
  });

  it('does not offer visitors the filter for their own events', async () => {
    await setUp('/events');
    expect(screen.queryByRole('button', { name: '申込済み' })).not.toBeInTheDocument();
  });

  it('shows that nothing matches, with a button that clears the filter', async () => {
    const { user, currentUrl } = await setUp('/events');
    await user.click(screen.getByRole('button', { name: '学生の席あり' }));
    expect(await screen.findByText('条件に合うイベントはありません。')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'すべてのイベントを表示' }));
    expect(currentUrl()).toBe('/events');
  });
});

describe('by month', () => {
  const start = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).toISOString();
  const on = (day: string, hour: number, changes: Partial<ClassroomEvent> = {}) =>
    anEvent({ startAt: start(day, hour), endAt: start(day, hour + 1), ...changes });
  const december = [
    on('2031-12-06', 10, { title: '星図', tickets: [aTicketType({ sold: 97 })] }),
    on('2031-12-06', 14, { title: '銀河', myParticipation: aParticipation() }),
    on('2031-12-06', 20, { title: '音楽室' }),
    on('2031-12-20', 13, { title: '作曲', tickets: [aTicketType({ sold: 100 })] }),
  ];
  const setUp = async (search: string, events = december) => {
    const network = new FakeNetwork()
      .answer(listCategories, { categories: [] })
      .answer(listEvents, ({ query }) =>
        aPage(events.filter(({ startAt }) => startAt >= (query.from ?? '') && startAt < (query.to ?? '~'))),
      );
    const app = renderWithApp(<EventsPage />, { network, path: `/events?view=month${search}` });
    await screen.findByRole('grid');
    return app;
  };
  const day = (name: RegExp) => screen.getByRole('button', { name });
  const chosenDay = (name: string | RegExp) => screen.findByRole('region', { name });

  it('is one click away from the list', async () => {
    const network = new FakeNetwork().answer(listEvents, aPage([anEvent()])).answer(listCategories, { categories: [] });
    const { user, currentUrl } = renderWithApp(<EventsPage />, { network, path: '/events?filter=free' });
    expect(screen.getByRole('link', { name: '一覧' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('link', { name: '月' }));
    expect(currentUrl()).toBe('/events?view=month&filter=free');
    expect(await screen.findByRole('grid')).toBeInTheDocument();
    expect(screen.getByRole('button', { current: 'date' })).toHaveAttribute('tabindex', '0');
  });

  it('fetches the weeks of the month and shows the events on their days', async () => {
    const { network } = await setUp('&date=2031-12-06');
    expect(network.calls(listEvents).map(({ query }) => query)).toEqual([
      { from: start('2031-11-30', 0), to: start('2032-01-04', 0), limit: '50' },
    ]);
    const rows = within(await chosenDay(/^12月6日\(土\) ?3件/)).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^10:00星図.*1,500円残り3席$/),
      expect.stringMatching(/^14:00銀河.*申込済み$/),
      expect.stringMatching(/^20:00音楽室.*受付中$/),
    ]);
    const cell = within(screen.getByRole('gridcell', { selected: true }));
    expect(cell.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '10:00残りわずか星図',
      '14:00申込済み銀河',
    ]);
    expect(cell.getByRole('button', { name: 'ほか1件' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: '一覧で見る' })).toHaveTextContent(/12月20日\(土\).*13:00作曲.*満席/);
  });

  it('moves by day, week and month with the keyboard as a single tab stop', async () => {
    const { user, currentUrl } = await setUp('&date=2031-12-06');
    await chosenDay(/12月6日/);
    day(/^12月6日\(土\) 3件$/).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(day(/^12月20日\(土\) 1件$/)).toHaveFocus();
    expect(await chosenDay(/^12月20日/)).toHaveTextContent('作曲');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(day(/^12月13日/)).toHaveFocus();
    expect(currentUrl()).toBe('/events?view=month&date=2031-12-13');
    await user.keyboard('{PageUp}');
    expect(await screen.findByRole('grid', { name: '2031年11月' })).toBeInTheDocument();
    expect(day(/^11月13日/)).toHaveFocus();
    expect(
      within(screen.getByRole('grid'))
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
  });

  it('navigates to the adjacent months and back to today', async () => {
    const { user, currentUrl } = await setUp('&date=2031-12');
    await user.click(screen.getByRole('button', { name: '次の月' }));
    expect(screen.getByRole('heading', { name: '2032年1月' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /^1月1日\(木\) 0件 元日$/ })).toBeInTheDocument();
    expect(await screen.findByText('この月のイベントはありません。')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '前の月' }));
    expect(currentUrl()).toBe('/events?view=month&date=2031-12');
    await user.click(screen.getByRole('button', { name: '今日' }));
    expect(currentUrl()).toBe('/events?view=month');
    expect(screen.getByRole('button', { current: 'date' })).toHaveAttribute('tabindex', '0');
  });

  it('selects the first day with events in a month other than the current one', async () => {
    await setUp('&date=2031-12');
    expect(await chosenDay(/^12月6日/)).toBeInTheDocument();
  });

  it('fetches past events where the month reaches into the past', async () => {
    const { network } = await setUp('&date=2020-05');
    expect(network.calls(listEvents).map(({ query }) => query.state)).toEqual([undefined, 'ended', 'archived']);
  });

  it('retries after a failure and keeps the grid of days', async () => {
    const network = new FakeNetwork().answer(listCategories, { categories: [] }).refuse(listEvents, 'role_required');
    const { user } = renderWithApp(<EventsPage />, { network, path: '/events?view=month&date=2031-12-06' });
    const retry = await screen.findByRole('button', { name: 'もう一度試す' });
    expect(screen.getByRole('grid')).toBeInTheDocument();
    network.answer(listEvents, aPage(december));
    await user.click(retry);
    expect(await chosenDay(/^12月6日/)).toBeInTheDocument();
  });
});
