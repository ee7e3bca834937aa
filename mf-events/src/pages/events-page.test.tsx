import { listEvents } from '@manabiba/shared/data/endpoints';
import { anEvent, aPage, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react';

import { TopEvents } from '../features/event-list/top-events';
import { EventsPage } from './events-page';

const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent?.trim());

it('lists what is to come with price and what is left', async () => {
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

it('loads more when asked', async () => {
  const network = new FakeNetwork().answer(listEvents, ({ query }) =>
    query.cursor ? aPage([anEvent({ title: '二枚め' })]) : aPage([anEvent({ title: '一枚め' })], 'next'),
  );
  const { user } = renderWithApp(<EventsPage />, { network, path: '/events' });
  await user.click(await screen.findByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByText(/二枚め/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'さらに表示する' })).not.toBeInTheDocument();
});

it('puts what ended, what has an archive and what was called off into one list of the past', async () => {
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

it.each(['/events', '/events?tab=past'])('holds the place of the list while %s is on its way', (path) => {
  const network = new FakeNetwork();
  network.hold(listEvents);
  renderWithApp(<EventsPage />, { network, path });
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
});

it('says so when nothing is planned, and tries again what failed', async () => {
  const network = new FakeNetwork().refuse(listEvents, 'role_required');
  const { user } = renderWithApp(<EventsPage />, { network, path: '/events' });
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  network.answer(listEvents, aPage([]));
  await user.click(retry);
  expect(await screen.findByText('予定されているイベントはありません。')).toBeInTheDocument();
});

it('stands on the top page with three events and the way to all', async () => {
  const network = new FakeNetwork().answer(listEvents, aPage([anEvent(), anEvent(), anEvent()]));
  renderWithApp(<TopEvents />, { network });
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(network.calls(listEvents)[0]?.query).toEqual({ limit: '3' });
  expect(screen.getByRole('region', { name: 'イベント' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'すべて見る' })).toHaveAttribute('href', '/events');
});

it('is not on the top page when nothing is planned', async () => {
  renderWithApp(<TopEvents />, { network: new FakeNetwork().answer(listEvents, aPage([])) });
  await waitForElementToBeRemoved(() => screen.queryByRole('region', { name: 'イベント' }));
});
