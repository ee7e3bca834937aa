import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import {
  cancelParticipation,
  createParticipation,
  getCancellation,
  listMyEvents,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aPage, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { TicketsPage } from './tickets-page';

const counts = { upcoming: 1, past: 2, archive: 0, refunded: 3 };
const ticket = aTicketType({ id: 'tkt_1', price: 3300 });
const mine = (participation: Partial<Participation>, changes: Partial<ClassroomEvent> = {}) =>
  anEvent({
    title: '作曲',
    tickets: [ticket],
    myParticipation: aParticipation({ ticketTypeId: 'tkt_1', amount: 3300, ...participation }),
    ...changes,
  });
const answer = (events: ClassroomEvent[]) => ({ ...aPage(events), counts });

const setUp = async (events: ClassroomEvent[], search = '') => {
  const network = new FakeNetwork().answer(listMyEvents, answer(events));
  const app = renderWithApp(<TicketsPage />, { network, me: aMe('adult'), path: `/tickets${search}` });
  await screen.findAllByText(/作曲|はありません|まだありません/);
  return app;
};
const row = () => within(screen.getByRole('listitem'));

it('shows the counts of all tabs and requests the selected one', async () => {
  const { network, pageTitle } = await setUp([mine({})], '?tab=past');
  const tabs = within(screen.getByRole('navigation', { name: 'チケットの状態' }));
  expect(tabs.getAllByRole('link').map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['これから1', '/tickets'],
    ['過去2', '/tickets?tab=past'],
    ['視聴チケット0', '/tickets?tab=archive'],
    ['取り消し・返金3', '/tickets?tab=refunded'],
  ]);
  expect(tabs.getByRole('link', { name: /過去/ })).toHaveAttribute('aria-current', 'page');
  expect(network.calls(listMyEvents)[0]?.query).toEqual({ state: 'past' });
  expect(pageTitle()).toBe('チケット');
});

it.each<[string, Partial<Participation>, Partial<ClassroomEvent>, RegExp]>([
  ['a seat', {}, {}, /申込済み一般作曲.*3,300円\(税込\)/],
  ['a free seat', { amount: 0 }, {}, /申込済み.*無料/],
  ['a waiting list entry', { state: 'waitlisted', amount: 0, waitlistPosition: 3 }, {}, /キャンセル待ち3番目.*3,300円/],
  ['a pending payment', { state: 'pending_payment' }, {}, /お支払い待ち.*お支払いを確認しています。/],
  ['a used seat', { state: 'joined' }, { state: 'ended' }, /参加しました/],
  ['an unused seat', {}, { state: 'archived' }, /終了しました/],
  [
    'a pending refund',
    { state: 'refund_pending', cancelReason: 'event_cancelled', paymentMethod: 'card' },
    { state: 'cancelled' },
    /返金手続き中主催者による中止.*返金の手続きカードへの返金5日から10日後/,
  ],
  ['a refund', { state: 'refunded', cancelReason: 'self' }, {}, /返金済みご本人による取り消し.*3,300円を返金しました/],
  [
    'a cancelled participation',
    { state: 'cancelled', cancelReason: 'self', amount: 0 },
    {},
    /取り消し済みご本人による取り消し/,
  ],
])('shows the status of %s', async (_what, participation, event, words) => {
  await setUp([mine(participation, event)]);
  const tickets = screen.getAllByRole('list').find((list) => list.textContent?.includes('作曲'));
  expect(tickets).toHaveTextContent(words);
});

it.each<[string, Partial<Participation>, Partial<ClassroomEvent>, boolean]>([
  ['a paid seat', { receiptId: 'pay_1' }, {}, true],
  ['a paid seat of an ended event', { state: 'joined', receiptId: 'pay_1' }, { state: 'ended' }, true],
  ['a cancelled seat that was not refunded', { state: 'cancelled', receiptId: 'pay_1' }, {}, true],
  ['a free seat', { amount: 0 }, {}, false],
  ['a pending payment', { state: 'pending_payment' }, {}, false],
])('links from %s to its receipt, where there is one', async (_what, participation, event, hasReceipt) => {
  await setUp([mine(participation, event)]);
  const links = screen.queryAllByRole('link', { name: /領収書$/ }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(hasReceipt ? ['/receipts/pay_1'] : []);
});

it('links from a refund to its statement', async () => {
  await setUp([mine({ state: 'refunded', cancelReason: 'self', receiptId: 'ref_1' })], '?tab=refunded');
  expect(row().getByRole('link', { name: /返金の明細$/ })).toHaveAttribute('href', '/receipts/ref_1');
});

it('enables entry on time without a reload', async () => {
  const event = mine({}, { entryOpenAt: inMinutes(600), startAt: inMinutes(630), endAt: inMinutes(700) });
  await setUp([event]);
  const button = row().getByRole('button', { name: /^作曲に\s*参加する$/ });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(/から入場できます$/);
});

it('admits as soon as the server has opened entry, polling from the scheduled time', async () => {
  const times = { entryOpenAt: inMinutes(-1), startAt: inMinutes(9), endAt: inMinutes(60) };
  const network = new FakeNetwork();
  let asked = 0;
  network.answer(listMyEvents, () => {
    asked += 1;
    const joinUrl = asked > 1 ? '/classrooms/cls_1?key=k' : null;
    return answer([mine({ joinUrl }, { ...times, state: joinUrl ? 'open' : 'published' })]);
  });
  renderWithApp(<TicketsPage />, { network, me: aMe('adult'), path: '/tickets' });
  const link = await screen.findByRole('link', { name: /^作曲に\s*参加する$/ });
  expect(link).toHaveAttribute('href', '/classrooms/cls_1?key=k');
  expect(screen.getByText('入場できます')).toBeInTheDocument();
  expect(screen.getByRole('timer')).toHaveTextContent(/^[89]:\d\d$/);
});

it('counts down to the next opening', async () => {
  await setUp([mine({}, { entryOpenAt: inMinutes(20), startAt: inMinutes(30), endAt: inMinutes(90) })]);
  expect(screen.getByText('入場開始まで')).toBeInTheDocument();
  expect(screen.getByRole('timer')).toHaveTextContent(/^(19|20):\d\d$/);
  expect(screen.getByRole('button', { name: /^作曲に\s*参加する$/ })).toBeDisabled();
});

it('shows the number to give at the till of each store, and copies it', async () => {
  const konbini = {
    expiresAt: new Date('2031-11-24T23:59:00').toISOString(),
    stores: [
      { chain: 'lawson' as const, paymentCode: '48210937', confirmationNumber: '730219' },
      { chain: 'familymart' as const, paymentCode: '55500', confirmationNumber: null },
    ],
  };
  const { user } = await setUp([mine({ state: 'pending_payment', konbini })]);
  expect(await screen.findByText(/^11月24日\(月\) 23:59までに$/)).toBeInTheDocument();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('受付番号4821 0937確認番号730 219');
  await user.click(screen.getByRole('button', { name: '受付番号をコピー' }));
  expect(await screen.findByText('受付番号をコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('48210937');
  await user.click(screen.getByRole('tab', { name: 'ファミリーマート' }));
  expect(screen.getByRole('tabpanel')).toHaveTextContent(/^受付番号555 00$/);
});

it('accepts an offered seat of a free event', async () => {
  const offer = { state: 'offered', holdExpiresAt: inMinutes(60) } as const;
  const free = aTicketType({ id: 'tkt_1', price: 0 });
  const { user, network } = await setUp([mine({ ...offer, amount: 0 }, { tickets: [free] })]);
  network
    .answer(createParticipation, aParticipation())
    .answer(listMyEvents, answer([mine({ amount: 0 }, { tickets: [free] })]));
  await user.click(row().getByRole('button', { name: 'お席を受け取る' }));
  expect(await row().findByText('申込済み')).toBeInTheDocument();
  expect(network.calls(createParticipation)[0]?.body).toEqual({ ticketTypeId: 'tkt_1' });
});

it.each([
  ['an offered seat', 'offered', null, 'お支払いに進む'],
  ['a held seat', 'held', 'card', 'お支払いに進む'],
  ['a seat held for the consent of a guardian', 'held', null, 'お申し込みの画面を開く'],
  ['a payment in progress', 'pending_payment', 'konbini', 'お支払いの画面を開く'],
] as const)('links from %s to its payment', async (_what, state, paymentMethod, label) => {
  await setUp([mine({ state, paymentMethod, holdExpiresAt: inMinutes(60), amount: 0 })]);
  expect(row().queryByRole('button', { name: 'お席を受け取る' })).not.toBeInTheDocument();
  expect(row().getByRole('link', { name: label })).toHaveAttribute(
    'href',
    expect.stringContaining('/checkout?ticket='),
  );
});

it.each([
  ['a seat', { state: 'confirmed' }, /取り消す$/, 'お申し込みを取り消しました。', '取り消す'],
  ['an offer', { state: 'offered' }, /辞退する$/, 'お席を辞退しました。', '辞退する'],
  [
    'a waiting list entry',
    { state: 'waitlisted' },
    /待つのをやめる$/,
    'キャンセル待ちを取り消しました。',
    '待つのをやめる',
  ],
] as const)('cancels %s after a confirmation', async (_what, participation, button, done, confirm) => {
  const { user, network } = await setUp([mine(participation)]);
  network.answer(getCancellation, { paid: 0, refund: 0, fullRefundUntil: null });
  await user.click(row().getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  network.answer(cancelParticipation, aParticipation({ state: 'cancelled' })).answer(listMyEvents, answer([]));
  await user.click(await dialog.findByRole('button', { name: confirm }));
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(await screen.findByText('チケットはありません。')).toBeInTheDocument();
});

it('says why a ticket of a moved event is refunded in full, until when, and how much', async () => {
  const startAt = new Date('2031-12-07T13:30:00').toISOString();
  const soldForStartAt = new Date('2031-12-05T13:30:00').toISOString();
  const { user, network } = await setUp([
    mine({ fullRefund: { soldForStartAt, until: startAt, amount: 3300 } }, { startAt, refundPolicy: 'none' }),
  ]);
  expect(row().getByText(/^お申し込みのときの開始日時/)).toHaveTextContent(
    'お申し込みのときの開始日時(12月5日(金) 13:30)から24時間を超えて変わりました。12月7日(日) 13:30までに取り消すと、3,300円を全額返金いたします。',
  );
  // A day is one word: no line breaks inside it.
  expect(row().getByText('12月5日(金)').closest('time')).toHaveAttribute('datetime', soldForStartAt);
  network.answer(getCancellation, { paid: 3300, refund: 3300, fullRefundUntil: startAt });
  await user.click(row().getByRole('button', { name: /取り消す$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('button', { name: '取り消して返金' })).toBeEnabled();
  expect(dialog.getByText(/^12月7日\(日\) 13:30までは全額を返金いたします。/)).toBeInTheDocument();
});

it('says nothing of a full refund for a ticket without that right', async () => {
  await setUp([mine({})]);
  expect(row().queryByText(/全額返金/)).not.toBeInTheDocument();
});

it('offers no cancellation while the event is live', async () => {
  await setUp([
    mine({ joinUrl: '/classrooms/cls_1' }, { state: 'live', startAt: inMinutes(-5), endAt: inMinutes(40) }),
  ]);
  expect(screen.queryByRole('button', { name: /取り消す/ })).not.toBeInTheDocument();
});

it.each([
  ['', 'チケットはありません。'],
  ['?tab=past', '参加したイベントはまだありません。'],
  ['?tab=refunded', '取り消したお申し込みはありません。'],
])('shows the empty state of "%s"', async (search, sentence) => {
  await setUp([], search);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'イベントをさがす' })).toHaveLength(search === '?tab=refunded' ? 0 : 1);
});

it('shows a skeleton, and retries after a failure', async () => {
  const network = new FakeNetwork();
  network.hold(listMyEvents);
  const waiting = renderWithApp(<TicketsPage />, { network, me: aMe('adult'), path: '/tickets' });
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
  waiting.unmount();

  const failing = new FakeNetwork().refuse(listMyEvents, 'role_required');
  const { user } = renderWithApp(<TicketsPage />, { network: failing, me: aMe('adult'), path: '/tickets' });
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  failing.answer(listMyEvents, answer([mine({})]));
  await user.click(retry);
  expect(await screen.findByText('申込済み')).toBeInTheDocument();
});

describe('a ticket for an archive', () => {
  const bought = (participation: Partial<Participation>) =>
    mine({ route: 'archive', ...participation }, { state: 'archived', archiveId: 'arc_1' });

  it('leads to the archive and says when it can no longer be cancelled', async () => {
    const { user, network } = await setUp([bought({})], '?tab=archive');
    expect(row().getByText('購入済み')).toBeInTheDocument();
    expect(await row().findByRole('link', { name: /視聴する/ })).toHaveAttribute('href', '/archives/arc_1');
    network.refuse(getCancellation, 'not_refundable');
    await user.click(row().getByRole('button', { name: /取り消す/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '視聴を始めたあと、または購入から7日を過ぎた視聴チケットは、取り消しと返金ができません。',
    );
  });

  it('leads to its payment until it is paid', async () => {
    await setUp([bought({ state: 'held', holdExpiresAt: inMinutes(9) })], '?tab=archive');
    expect(await row().findByRole('link', { name: /お申し込みの画面を開く|お支払いに進む/ })).toBeInTheDocument();
    expect(row().queryByRole('link', { name: /視聴する/ })).not.toBeInTheDocument();
    expect(row().queryByText(/お席/)).not.toBeInTheDocument();
  });
});
