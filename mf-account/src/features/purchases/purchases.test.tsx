import type { SaleHistory } from '@manabiba/shared/contract/payments';
import { listSaleHistories } from '@manabiba/shared/data/endpoints';
import { aMe, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { Purchases } from './purchases';

const aSale = (changes: Partial<SaleHistory> = {}): SaleHistory => ({
  id: 'pay_1',
  type: 'ticket',
  title: '秋の化学実験ライブ 一般チケット',
  amount: 2200,
  tax: 200,
  taxRate: 10,
  fee: 0,
  state: 'paid',
  receiptUrl: '/v1/me/receipts/pay_1',
  invoiceRegistrationNo: null,
  occurredAt: new Date(2026, 9, 18, 12).toISOString(),
  ...changes,
});
const history = (items: SaleHistory[], rest: { years?: number[]; total?: number } = {}) => ({
  ...aPage(items),
  years: items.length > 0 ? [2026] : [],
  total: items.reduce((sum, { amount }) => sum + amount, 0),
  ...rest,
});

const setUp = (network: FakeNetwork) => renderWithApp(<Purchases />, { me: aMe('adult'), network });

it('lists payments and refunds with their state', async () => {
  const sales = [
    aSale({ id: 'pay_3', type: 'subscription', title: 'まなびば スタンダード 11月分', amount: 1000, receiptUrl: null }),
    aSale(),
    aSale({ id: 'ref_1', type: 'refund', title: '詩を読む夜 一般チケット', amount: -1100, state: 'refunded' }),
  ];
  setUp(new FakeNetwork().answer(listSaleHistories, history(sales)));
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toEqual([
    '2026/10/18まなびば スタンダード 11月分支払い済み1,000円',
    '2026/10/18秋の化学実験ライブ 一般チケット支払い済み2,200円',
    '2026/10/18詩を読む夜 一般チケット返金済み-1,100円',
  ]);
  expect(
    screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['領収書を開く: 秋の化学実験ライブ 一般チケット', '/receipts/pay_1'],
    ['返金の明細を開く: 詩を読む夜 一般チケット', '/receipts/ref_1'],
  ]);
});

it('shows an empty state', async () => {
  setUp(new FakeNetwork().answer(listSaleHistories, history([])));
  expect(await screen.findByText(/購入履歴はまだありません。/)).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('filters by year or type with the total, and clears the filter', async () => {
  const sales = [aSale(), aSale({ id: 'pay_2', title: '冬の星をたずねる夜', amount: 1500 })];
  const network = new FakeNetwork().answer(listSaleHistories, ({ query }) => {
    const { year, type } = query as { year?: string; type?: string };
    if (type) return history([], { years: [2026, 2025] });
    return year ? history(sales.slice(1), { years: [2026, 2025] }) : history(sales, { years: [2026, 2025] });
  });
  const { user } = setUp(network);
  const year = await screen.findByRole('combobox', { name: '年' });
  expect(
    within(year)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['すべての年', '2026年', '2025年']);
  expect(screen.queryByRole('option', { name: '売上の振込' })).not.toBeInTheDocument();
  expect(screen.getByText(/お支払いの合計/).parentElement).toHaveTextContent('3,700円');
  await user.selectOptions(year, '2025年');
  expect((await screen.findByText(/2025年のお支払いの合計/)).parentElement).toHaveTextContent('1,500円');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await user.selectOptions(screen.getByRole('combobox', { name: '種類' }), 'プラン');
  expect(await screen.findByText('この条件に合う購入履歴はありません。')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '条件を解除する' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  // The unfiltered answer is cached; it is requested again only on a machine so slow that it is seconds old by then.
  expect(
    network
      .calls(listSaleHistories)
      .map(({ query }) => query)
      .slice(0, 3),
  ).toEqual([{}, { year: '2025' }, { year: '2025', type: 'subscription' }]);
});
