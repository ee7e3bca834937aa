import type { Earning } from '@manabiba/shared/contract/earnings';
import type { SaleHistory } from '@manabiba/shared/contract/payments';
import type { ConnectAccount } from '@manabiba/shared/contract/payouts';
import { createStripeConnect, createTransfer, getStripeConnect, listEarnings } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { SalesCard } from './sales-card';

const ready: ConnectAccount = {
  id: 'acct_1',
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: [],
  bank: { name: 'みなと銀行', last4: '4321' },
  availableBalance: 84_200,
  pendingBalance: 12_500,
  lastTransferAt: null,
};
const transferred: SaleHistory = {
  id: 'pyo_1',
  type: 'payout',
  title: '売上の振込',
  amount: 61_300,
  tax: 0,
  taxRate: 0,
  fee: 0,
  state: 'pending',
  receiptUrl: null,
  invoiceRegistrationNo: null,
  occurredAt: '2026-10-31T03:00:00.000Z',
};
const payout: Earning = {
  id: 'pyo_1',
  type: 'payout',
  title: '売上の振込',
  eventId: null,
  tickets: 0,
  amount: 61_300,
  refunded: 0,
  state: 'paid',
  occurredAt: '2026-10-31T03:00:00.000Z',
};
const sales: Earning = {
  ...payout,
  id: 'evt_1_pending',
  type: 'sales',
  title: '秋の幾何合宿 オンライン',
  eventId: 'evt_1',
  tickets: 38,
  amount: 12_500,
  refunded: 1_100,
  state: 'pending',
};

function setUp(account: ConnectAccount, network = new FakeNetwork()) {
  network.answer(getStripeConnect, account).answer(listEarnings, { items: [sales, payout], nextCursor: null });
  return renderWithApp(<SalesCard id="sales" />, { me: aMe('professional'), network, path: '/org/settings' });
}
const amount = () => screen.findByRole('textbox', { name: '振込する金額(円)' });

it('shows the balance, its account, and the sales and transfers it came from', async () => {
  setUp(ready);
  expect(await screen.findByText('84,200')).toBeInTheDocument();
  expect(screen.getByText('12,500')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'みなと銀行 末尾4321' })).toBeInTheDocument();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('秋の幾何合宿 オンライン(38枚)返金 1,100円確認中12,500円');
  expect(screen.getByRole('link', { name: '秋の幾何合宿 オンライン' })).toHaveAttribute('href', '/events/evt_1/edit');
  expect(second).toHaveTextContent('売上の振込振込済み61,300円');
});

it.each([
  ['before onboarding', { ...ready, id: null, payoutsEnabled: false }, '振込先を登録する'],
  ['during onboarding', { ...ready, payoutsEnabled: false }, '登録を続ける'],
])('requires an account %s and offers no transfer', async (_when, account, button) => {
  const { network, user } = setUp(account, new FakeNetwork().refuse(createStripeConnect, 'unavailable'));
  await user.click(await screen.findByRole('button', { name: button }));
  const page = `${window.location.origin}/org/settings#sales`;
  expect(network.calls(createStripeConnect)[0]?.body).toEqual({ returnUrl: page, refreshUrl: page });
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(await screen.findByText('問題が発生しました。もう一度お試しください。')).toBeInTheDocument();
});

it('transfers the whole balance or the entered amount in any notation', async () => {
  const { network, user } = setUp(ready, new FakeNetwork().answer(createTransfer, transferred));
  expect(await amount()).toHaveValue('84200');
  await user.clear(await amount());
  await user.type(await amount(), '１０，０００円');
  await user.click(screen.getByRole('button', { name: '10,000円を振り込む' }));
  expect(network.calls(createTransfer)[0]?.body).toEqual({ amount: 10_000 });
  expect(await screen.findByText('振込を受け付けました。')).toBeInTheDocument();
});

it.each([
  ['999', '1,000円以上で入力してください。'],
  ['84201', '振り込める金額を超えています。'],
  ['たくさん', '金額を数字で入力してください。'],
])('shows at the field why %s cannot be transferred and keeps the input', async (text, sentence) => {
  const { network, user } = setUp(ready);
  await user.clear(await amount());
  await user.type(await amount(), text);
  await user.click(screen.getByRole('button', { name: /振り込む$/ }));
  expect(await amount()).toHaveAccessibleDescription(expect.stringContaining(sentence));
  expect(await amount()).toHaveValue(text);
  expect(network.calls(createTransfer)).toHaveLength(0);
});

it('shows an API error at the field', async () => {
  const once = '振込は1日に1回までです。明日以降にお申し込みください。';
  const { user } = setUp(ready, new FakeNetwork().refuse(createTransfer, 'already', { fields: { amount: once } }));
  await user.click(await screen.findByRole('button', { name: '84,200円を振り込む' }));
  expect(await screen.findByText(once)).toBeInTheDocument();
});

it('offers no transfer below 1,000 yen', async () => {
  setUp({ ...ready, availableBalance: 999 });
  expect(await screen.findByText(/1,000円以上になると、振り込めるようになります。/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('can retry after the balance failed to load', async () => {
  const network = new FakeNetwork().refuse(getStripeConnect, 'internal');
  const { user } = renderWithApp(<SalesCard id="sales" />, { me: aMe('professional'), network, path: '/org/settings' });
  const again = await screen.findByRole('button', { name: /もう一度/ });
  network.answer(getStripeConnect, ready).answer(listEarnings, { items: [], nextCursor: null });
  await user.click(again);
  expect(await screen.findByText('84,200')).toBeInTheDocument();
  expect(await screen.findByText('まだ売上はありません。')).toBeInTheDocument();
});
