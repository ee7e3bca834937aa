import type { StaffEvent, StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { cancelStaffEvent, getStaffEvent, listStaffEvents } from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aPage, aProfessional, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { Events } from './events';
import { StaffEventCase } from './staff-event-case';

const festival: StaffEvent = {
  id: 'evt_festival',
  title: '冬の図形フェス',
  state: 'published',
  startAt: '2026-12-05T04:00:00.000Z',
  organizer: { id: 'usr_org', nickname: '図解先生', orgName: '図で解く数学教室' },
  seats: 100,
  sold: 41,
  held: 2,
};
const nothing = { count: 0, amount: 0 };
const ticket = aTicketType({ id: 'tkt_1', name: '一般', price: 1500, quota: 100, sold: 41, held: 2 });
const record: StaffEventRecord = {
  event: anEvent({
    id: 'evt_festival',
    title: '冬の図形フェス',
    organizer: aProfessional({ id: 'usr_org', orgName: '図で解く数学教室' }),
    tickets: [ticket],
    refundPolicy: 'until_7_days',
  }),
  sales: {
    applications: 41,
    paid: 40,
    seats: 100,
    gross: 60_000,
    fee: 2160,
    net: 57_840,
    feePercent: 3.6,
    refunded: 1500,
    waitlisted: 0,
    pendingPayment: 1,
    held: 1,
    perTicket: [{ ticketTypeId: 'tkt_1', name: '一般', quota: 100, sold: 41, held: 2, waitlisted: 0, gross: 60_000 }],
    perDay: [],
  },
  cancellation: { applications: 41, others: 2, payments: 40, refund: 60_000 },
  refunds: { paid: { count: 1, amount: 1500 }, pending: nothing, failed: nothing },
  earnings: { settled: 0, pending: 57_840, canReceivePayouts: false },
};
const me = aMe('adult', { role: 'staff' });

function openList({ path = '/staff/events', events = [festival] } = {}) {
  const network = new FakeNetwork().answer(listStaffEvents, aPage(events));
  return renderWithApp(<Events />, { path, network, me });
}

function openEvent(changes: Partial<StaffEventRecord> = {}) {
  const network = new FakeNetwork()
    .answer(getStaffEvent, { ...record, ...changes })
    .answer(cancelStaffEvent, undefined);
  return renderWithApp(<StaffEventCase id="evt_festival" />, { path: '/staff/events/evt_festival', network, me });
}
const dialog = async () => within(await screen.findByRole('dialog', { name: '「冬の図形フェス」を中止しますか' }));

describe('the list of events', () => {
  it('shows who holds each, its seats and its state', async () => {
    openList();
    const row = within(await screen.findByRole('row', { name: /冬の図形フェス/ }));
    expect(row.getByRole('link', { name: '冬の図形フェス' })).toHaveAttribute('href', '/staff/events/evt_festival');
    for (const words of ['図で解く数学教室', '43 / 100席', '公開中']) expect(row.getByText(words)).toBeVisible();
  });

  it('is filtered by state and searched, one within the other', async () => {
    const { user, network } = openList({ events: [] });
    expect(await screen.findByText('これからのイベントはありません。')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '中止' }));
    expect(await screen.findByText('中止になったイベントはありません。')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'イベントをさがす' }), ' 図形 {Enter}');
    expect(await screen.findByText('見つかりませんでした。')).toBeVisible();
    expect(network.calls(listStaffEvents).at(-1)?.query).toMatchObject({ stage: 'cancelled', q: '図形' });
  });

  it('can be read again after a failure', async () => {
    const network = new FakeNetwork().refuse(listStaffEvents, 'not_found');
    const { user } = renderWithApp(<Events />, { path: '/staff/events', network, me });
    expect(await screen.findByText('イベントを表示できませんでした。')).toBeVisible();
    network.answer(listStaffEvents, aPage([festival]));
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByRole('link', { name: '冬の図形フェス' })).toBeVisible();
  });
});

describe('an event', () => {
  it('shows seats, money and what buyers read', async () => {
    openEvent();
    expect(await screen.findByRole('heading', { level: 1, name: '冬の図形フェス' })).toBeVisible();
    expect(screen.getByRole('link', { name: '購入者の画面を開く' })).toHaveAttribute('href', '/events/evt_festival');
    const tickets = within(screen.getByRole('region', { name: '席' }));
    expect(tickets.getByRole('row', { name: /一般.*1,500円.*41 \/ 100席.*2.*60,000円/ })).toBeVisible();
    const money = within(screen.getByRole('region', { name: '売上と返金' }));
    for (const words of ['57,840円', '2,160円(3.6%)', '1,500円(1件)', '登録が済んでいません'])
      expect(money.getAllByText(words)[0]).toBeVisible();
    expect(screen.getByText('開始の7日前まで全額')).toBeVisible();
  });

  it('is cancelled with a reason, after the number of people and the sum', async () => {
    const { user, network } = openEvent();
    await user.click(await screen.findByRole('button', { name: 'イベントを中止する' }));
    const asked = await dialog();
    expect(asked.getByText(/申し込んだ41人/)).toHaveTextContent('申し込んだ41人と、お支払い待ちやキャンセル待ちの2人');
    expect(asked.getByText('40件のお支払い、合わせて60,000円を全額返金します。')).toBeVisible();
    await user.click(asked.getByRole('button', { name: '中止して全額返金' }));
    expect(asked.getByText('理由を入力してください。')).toBeVisible();
    await user.type(asked.getByRole('textbox', { name: '理由(参加者に届きます)' }), '講師が急病のため。');
    await user.click(asked.getByRole('button', { name: '中止して全額返金' }));
    expect(await screen.findByText('イベントを中止しました。返金の手続きを始めます。')).toBeVisible();
    expect(network.calls(cancelStaffEvent)).toMatchObject([
      { params: { id: 'evt_festival' }, body: { reason: '講師が急病のため。' } },
    ]);
  });

  it('keeps the reason when the call fails, and shows what is wrong with it', async () => {
    const { user, network } = openEvent();
    network.refuse(cancelStaffEvent, 'invalid', { fields: { reason: '使えない文字が含まれています。' } });
    await user.click(await screen.findByRole('button', { name: 'イベントを中止する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: '理由(参加者に届きます)' }), '急病');
    await user.click(asked.getByRole('button', { name: '中止して全額返金' }));
    expect(await asked.findByText('使えない文字が含まれています。')).toBeVisible();
    expect(asked.getByRole('textbox', { name: '理由(参加者に届きます)' })).toHaveValue('急病');
  });

  it('reports that another member of staff has cancelled it', async () => {
    const { user, network } = openEvent();
    network.refuse(cancelStaffEvent, 'already');
    await user.click(await screen.findByRole('button', { name: 'イベントを中止する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: '理由(参加者に届きます)' }), '急病');
    await user.click(asked.getByRole('button', { name: '中止して全額返金' }));
    expect(await screen.findByText('このイベントは、すでに中止されています。')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('cannot be cancelled once it has begun', async () => {
    openEvent({ cancellation: null, event: { ...record.event, state: 'live' } });
    expect(await screen.findByText('開催中')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'イベントを中止する' })).not.toBeInTheDocument();
  });

  it('is not found', async () => {
    const network = new FakeNetwork().refuse(getStaffEvent, 'not_found');
    renderWithApp(<StaffEventCase id="evt_none" />, { path: '/staff/events/evt_none', network, me });
    expect(await screen.findByText('このイベントは見つかりません。')).toBeVisible();
  });
});
