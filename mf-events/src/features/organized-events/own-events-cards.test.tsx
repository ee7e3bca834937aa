import { getOrganizerSales, listCategories, listOrganizedEvents } from '@manabiba/shared/data/endpoints';
import { aMe, anOrganizedEvent, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { OwnEventsCards } from './own-events-cards';

const months = [
  { month: '2026-10', applications: 14, gross: 16800, net: 16196 },
  { month: '2026-11', applications: 27, gross: 32400, net: 31234 },
];

const aNetwork = () =>
  new FakeNetwork()
    .answer(listCategories, { categories: [] })
    .answer(getOrganizerSales, { months })
    .answer(listOrganizedEvents, aPage([anOrganizedEvent({ id: 'evt_1', title: '図形フェス' })]));
const setUp = (network = aNetwork()) => renderWithApp(<OwnEventsCards />, { me: aMe('professional'), network });
const card = (name: string) => within(screen.getByRole('region', { name }));

it('shows the sales of each month, also as numbers', async () => {
  const { user } = setUp();
  await user.click(await screen.findByText('数字で見る'));
  const rows = within(card('売上の推移').getByRole('table')).getAllByRole('row');
  expect(rows[0]).toHaveTextContent('月申し込み売上(税込)受け取り');
  expect(rows.find((row) => row.textContent?.includes('2026/11'))).toHaveTextContent('27件32,400円31,234円');
});

it('shows the empty state for a year without sales', async () => {
  setUp(
    aNetwork().answer(getOrganizerSales, {
      months: months.map(({ month }) => ({ month, applications: 0, gross: 0, net: 0 })),
    }),
  );
  expect(await screen.findByText(/この1年のお申し込みはまだありません。/)).toBeInTheDocument();
});

it('shows the first events, a link to all and the button for a new one', async () => {
  setUp();
  expect(await screen.findByRole('link', { name: /図形フェス/ })).toHaveAttribute('href', '/events/evt_1/edit');
  expect(card('イベント').getByRole('link', { name: 'すべてのイベントを見る' })).toHaveAttribute('href', '/org/events');
  expect(card('イベント').getByRole('button', { name: 'イベントをつくる' })).toBeInTheDocument();
});

it('shows the empty state without a link to the list', async () => {
  setUp(aNetwork().answer(listOrganizedEvents, aPage([])));
  expect(await screen.findByText(/^まだイベントはありません。/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'すべてのイベントを見る' })).not.toBeInTheDocument();
});

it('shows a failure in its own card, with a retry', async () => {
  const network = aNetwork();
  network.refuse(getOrganizerSales, 'unavailable');
  const { user } = setUp(network);
  expect(await screen.findByText('売上の推移を表示できませんでした。')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: /図形フェス/ })).toBeInTheDocument();
  network.answer(getOrganizerSales, { months });
  await user.click(card('売上の推移').getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('数字で見る')).toBeInTheDocument();
});
