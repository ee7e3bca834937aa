import type { LedgerCheck, PaidTicket, StaffPayout, StaffSeatProof } from '@manabiba/shared/contract/staff-money';
import {
  checkLedger,
  checkSeats,
  getStaffSeatProof,
  listPaidTickets,
  listStaffPayouts,
  refundPayment,
} from '@manabiba/shared/data/endpoints';
import { aMe, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { Money } from './money';

const AT = '2026-11-21T09:30:00.000Z';
const payment: PaidTicket = {
  id: 'pay_1',
  title: '冬の図形フェス 一般',
  buyer: '上田 莉子',
  paidAt: AT,
  amount: 1500,
  refunded: 500,
  state: 'refundable',
};
const sum = (amount: number) => ({ provider: amount, books: amount });
const agreed: LedgerCheck = {
  checkedAt: AT,
  sums: { paid: sum(4000), invoices: sum(1000), refunded: sum(1500), transferred: sum(0) },
  differenceCount: 0,
  differences: [],
};
const proof: StaffSeatProof = { checkedAt: AT, ticketTypes: 12, seats: 341, violations: 0, since: AT, history: [] };

function setUp({
  path = '/staff/money?q=ueda@example.jp',
  payments = [payment],
  payouts = [] as StaffPayout[],
  seats = proof,
} = {}) {
  const network = new FakeNetwork()
    .answer(listPaidTickets, { items: payments })
    .answer(refundPayment, { amount: 1000 })
    .answer(checkLedger, agreed)
    .answer(getStaffSeatProof, seats)
    .answer(checkSeats, undefined)
    .answer(listStaffPayouts, aPage(payouts));
  return renderWithApp(<Money />, { path, network, me: aMe('adult', { role: 'staff' }) });
}
const dialog = async () => within(await screen.findByRole('dialog', { name: '1,000円を返金しますか' }));
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('refunds', () => {
  it('are made for what is left of a payment, with a reason', async () => {
    const { user, network } = setUp({ path: '/staff/money' });
    await user.type(screen.getByRole('searchbox', { name: 'お支払いをさがす' }), ' ueda@example.jp {Enter}');
    await user.click(await screen.findByRole('button', { name: '冬の図形フェス 一般を返金する' }));
    expect(network.calls(listPaidTickets)[0]?.query).toEqual({ q: 'ueda@example.jp' });
    const asked = await dialog();
    await user.click(asked.getByRole('button', { name: '返金する' }));
    expect(asked.getByText('理由を入力してください。')).toBeVisible();
    await user.type(asked.getByRole('textbox', { name: '理由(記録に残ります)' }), '音声の不具合');
    await user.click(asked.getByRole('button', { name: '返金する' }));
    expect(await screen.findByText('1,000円の返金を始めました。')).toBeVisible();
    expect(network.calls(refundPayment)).toMatchObject([{ params: { id: 'pay_1' }, body: { reason: '音声の不具合' } }]);
  });

  it.each([
    ['already', 'このお支払いは、すでにすべて返金されています。'],
    ['conflict', '席がまだ使われています。先に参加を取り消してもらってください。'],
  ] as const)('say why they are refused: %s', async (code, words) => {
    const { user, network } = setUp();
    network.refuse(refundPayment, code);
    await user.click(await screen.findByRole('button', { name: '冬の図形フェス 一般を返金する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: '理由(記録に残ります)' }), '不具合');
    await user.click(asked.getByRole('button', { name: '返金する' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('keep the reason when the call fails', async () => {
    const { user, network } = setUp();
    network.refuse(refundPayment, 'not_found');
    await user.click(await screen.findByRole('button', { name: '冬の図形フェス 一般を返金する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: '理由(記録に残ります)' }), '不具合');
    await user.click(asked.getByRole('button', { name: '返金する' }));
    expect((await dialog()).getByRole('textbox', { name: '理由(記録に残ります)' })).toHaveValue('不具合');
  });

  it('are not offered for a seat that is taken, or when nothing is left', async () => {
    setUp({
      payments: [
        { ...payment, id: 'pay_2', state: 'kept' },
        { ...payment, id: 'pay_3', refunded: 1500, state: 'refunded' },
      ],
    });
    expect(await screen.findByText('席を使用中')).toBeVisible();
    expect(screen.getByText('返金済み')).toBeVisible();
    expect(screen.queryByRole('button', { name: /返金する/ })).not.toBeInTheDocument();
  });

  it('say that nothing was found', async () => {
    setUp({ payments: [] });
    expect(await screen.findByText(/お支払いは見つかりませんでした。/)).toBeVisible();
  });
});

describe('the ledger', () => {
  it('shows the figures of both sides when it is checked', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: '照合する' }));
    expect(await region('帳簿の照合').findByText('一致')).toBeVisible();
    expect(region('帳簿の照合').getByRole('row', { name: /お支払い 4,000円 4,000円 0円/ })).toBeVisible();
  });

  it('names every difference', async () => {
    const { user, network } = setUp();
    network.answer(checkLedger, {
      ...agreed,
      differenceCount: 1,
      differences: [{ account: 'refunded', id: 're_1', ownId: 'ref_1', provider: 1500, books: null }],
    });
    await user.click(screen.getByRole('button', { name: '照合する' }));
    expect(await screen.findByText('1件の違い')).toBeVisible();
    expect(screen.getByRole('row', { name: /返金 re_1 ref_1 1,500円 なし/ })).toBeVisible();
  });

  it('says that the provider cannot be read', async () => {
    const { user, network } = setUp();
    network.refuse(checkLedger, 'unavailable', { message: '決済サービスにつながりませんでした。' });
    await user.click(screen.getByRole('button', { name: '照合する' }));
    expect(await screen.findByText('決済サービスにつながりませんでした。')).toBeVisible();
  });
});

it('counts the seats again, and leads to the events whose tickets are wrong', async () => {
  const { user, network } = setUp({
    seats: {
      ...proof,
      violations: 1,
      since: null,
      history: [
        {
          foundAt: AT,
          resolvedAt: null,
          quota: 5,
          stored: { sold: 3, held: 0 },
          counted: { sold: 6, held: 0 },
          ticket: { name: '一般', eventId: 'evt_1', eventTitle: '星の会' },
        },
      ],
    },
  });
  expect(await screen.findByRole('link', { name: '星の会 一般' })).toHaveAttribute('href', '/staff/events/evt_1');
  expect(screen.getByRole('row', { name: /3 \/ 5席 6 \/ 5席 違いあり/ })).toBeVisible();
  network.answer(getStaffSeatProof, proof);
  await user.click(screen.getByRole('button', { name: 'いま数える' }));
  expect(await region('席の検査').findByText('一致')).toBeVisible();
  expect(network.calls(checkSeats)).toHaveLength(1);
});

it('lists transfers that are held up with the reason, and those that were made', async () => {
  const waiting: StaffPayout = {
    id: 'pyo_1',
    organizer: { id: 'usr_org', nickname: '図解先生' },
    amount: 5000,
    state: 'pending',
    refusals: 2,
    failureReason: null,
    createdAt: AT,
    doneAt: null,
  };
  const failed = { ...waiting, id: 'pyo_2', state: 'failed', failureReason: '口座が閉じられています。' } as const;
  const { user, network } = setUp({ payouts: [waiting, failed] });
  expect(await screen.findByText(/残高が足りず、2回見送られました。/)).toBeVisible();
  expect(screen.getByText('口座が閉じられています。 金額は主催者の残高に戻りました。')).toBeVisible();
  network.answer(listStaffPayouts, aPage<StaffPayout>([]));
  await user.click(screen.getByRole('button', { name: '振込済み' }));
  expect(await screen.findByText('振り込んだものはありません。')).toBeVisible();
  expect(network.calls(listStaffPayouts).at(-1)?.query).toMatchObject({ stage: 'paid' });
});
