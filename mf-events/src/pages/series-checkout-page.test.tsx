import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { SeriesDetail, SeriesTicket } from '@manabiba/shared/contract/series';
import type { Me } from '@manabiba/shared/contract/users';
import {
  createParticipation,
  createSeriesPaymentIntent,
  getEvent,
  getPaymentConfig,
  getPurchaseConsent,
  getSeries,
  getStripeCard,
  listMyEvents,
} from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe, anEvent, aPage, aParticipation, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries, aSeriesDate, aSeriesTicket } from '@manabiba/shared/testing/series-builders';
import { screen, waitFor, within } from '@testing-library/react';

import { SeriesCheckoutPage } from './series-checkout-page';

let script: ReturnType<typeof installPaymentScript>;
beforeEach(() => {
  script = installPaymentScript();
});
afterEach(() => script.remove());

const anEventDate = (number: number, name: string, ticket: Partial<SeriesTicket> = {}) =>
  aSeriesDate({
    number,
    classroom: aClassroom({ id: `cls_${number}`, name, eventId: `evt_${number}` }),
    ticket: aSeriesTicket({ eventId: `evt_${number}`, ...ticket }),
  });
const dates = [
  aSeriesDate({ number: 1, classroom: aClassroom({ name: '太陽' }) }),
  anEventDate(2, '惑星', { price: 1500 }),
  anEventDate(3, '銀河', { price: 2000 }),
  anEventDate(4, '彗星', { price: 1000 }),
  anEventDate(5, '月', { state: 'taken' }),
  anEventDate(6, '宇宙', { state: 'not_open' }),
];
const seriesOf = (changes: Partial<SeriesDetail> = {}) => aSeries({ dates, discountPercent: 10, ...changes });
const visa = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2099, isExpired: false };
const attempt = {
  clientSecret: 'pi_1_secret_2',
  amount: 4050,
  discount: 450,
  holdExpiresAt: inMinutes(15),
  savedCardId: 'pm_kept',
};
const seat = aParticipation({ eventId: 'evt_2', state: 'confirmed' });

const ownedEvents = (...ids: string[]) => ({
  ...aPage(ids.map((id) => anEvent({ id, myParticipation: { ...seat, eventId: id } }))),
  counts: { upcoming: 3, past: 0, archive: 0, refunded: 0 },
});

interface SetUpOptions {
  series?: Partial<SeriesDetail>;
  network?: FakeNetwork;
  me?: Me;
  search?: string;
  card?: StripeCard | null;
}
const setUp = ({
  series,
  network = new FakeNetwork(),
  me = aMe('adult'),
  search = '',
  card = visa,
}: SetUpOptions = {}) => {
  const app = renderWithApp(<SeriesCheckoutPage />, {
    me,
    network: network
      .answer(listMyEvents, ownedEvents('evt_2', 'evt_3', 'evt_4'))
      .answer(getSeries, seriesOf(series))
      .answer(getStripeCard, { card })
      .answer(getPaymentConfig, {
        publishableKey: 'pk_test_x',
        scriptUrl: 'http://localhost/stripe.js',
        isTest: true,
        methods: ['card', 'konbini', 'paypay'],
      }),
    path: `/series/srs_stars/checkout${search}`,
    pattern: '/series/{id}/checkout',
  });
  return { ...app, network };
};
const payButton = (amount: string) => screen.findByRole('button', { name: `${amount}を支払う` });
const box = (name: string) => screen.getByRole('checkbox', { name });
const ticked = () =>
  screen.getAllByRole('checkbox').flatMap((each) => ((each as HTMLInputElement).checked ? [each] : [])).length;

it('offers what is on sale, with the discount and the tax of what is ticked, and says why the rest is not', async () => {
  const { user, network } = setUp();
  expect(await payButton('4,050円')).toBeEnabled();
  expect(ticked()).toBe(3);
  const side = within(screen.getByRole('complementary', { name: 'お申し込み内容' }));
  expect(side.getByText('まとめて購入で10%引き')).toBeVisible();
  expect(side.getByText('-450円')).toBeVisible();
  expect(side.getByText('うち消費税(10%)').nextElementSibling).toHaveTextContent('366円');
  expect(box('第5回 月')).toBeDisabled();
  expect(box('第5回 月')).toHaveAccessibleDescription(/申込済み/);
  expect(box('第6回 宇宙')).toHaveAccessibleDescription(/販売前/);
  expect(screen.queryByRole('checkbox', { name: /太陽/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: '「惑星」の詳細' })).toHaveAttribute('href', '/events/evt_2');
  await user.click(box('第4回 彗星'));
  expect(await payButton('3,150円')).toBeEnabled();
  expect(network.calls(createSeriesPaymentIntent)).toHaveLength(0);
});

it('sells no single date', async () => {
  const { user } = setUp();
  await payButton('4,050円');
  await user.click(box('第4回 彗星'));
  await user.click(box('第3回 銀河'));
  expect(await payButton('1,350円')).toBeDisabled();
  expect(screen.getByText(/2回以上選ぶと/)).toBeVisible();
});

it('holds the seats once the buyer pays, settles all by the first event, and says what was bought', async () => {
  const network = new FakeNetwork()
    .answer(createSeriesPaymentIntent, { ...attempt, amount: 3150 })
    .answer(createParticipation, seat);
  const { user } = setUp({ network });
  await payButton('4,050円');
  await user.click(box('第4回 彗星'));
  await user.type(screen.getByRole('textbox', { name: '宛名' }), '株式会社さくら ');
  await user.click(await payButton('3,150円'));
  expect(await screen.findByRole('heading', { name: '2回分のチケットを購入しました。' })).toBeVisible();
  expect(network.calls(createSeriesPaymentIntent).map(({ body }) => body)).toEqual([
    { eventIds: ['evt_2', 'evt_3'], addressee: '株式会社さくら' },
  ]);
  expect(network.calls(createParticipation)[0]).toMatchObject({
    params: { id: 'evt_2' },
    body: { paymentIntentId: 'pi_1' },
  });
  expect(script.asked).toEqual([
    [
      'confirmPayment',
      expect.objectContaining({
        confirmParams: {
          payment_method: 'pm_kept',
          return_url: expect.stringMatching(/\/series\/srs_stars\/checkout\?event=evt_2&event=evt_3$/),
        },
      }),
    ],
  ]);
  expect(screen.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    '第2回 惑星',
    '第3回 銀河',
  ]);
  expect(screen.getByRole('link', { name: 'チケットを見る' })).toHaveAttribute('href', '/tickets');
  expect(screen.getByRole('link', { name: '連続講座に戻る' })).toHaveAttribute('href', '/series/srs_stars');
});

it('takes a typed card, and no other method', async () => {
  const network = new FakeNetwork().answer(createSeriesPaymentIntent, attempt).answer(createParticipation, seat);
  const { user } = setUp({ network, card: null });
  expect(await screen.findAllByRole('radio')).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('button', { name: '4,050円を支払う' })).toBeEnabled());
  await user.click(await payButton('4,050円'));
  expect(await screen.findByRole('heading', { name: '3回分のチケットを購入しました。' })).toBeVisible();
});

it('keeps what was ticked when a date is sold out meanwhile', async () => {
  const network = new FakeNetwork().refuse(createSeriesPaymentIntent, 'sold_out');
  const { user } = setUp({ network });
  const button = await payButton('4,050円');
  network.answer(
    getSeries,
    seriesOf({
      dates: [
        anEventDate(2, '惑星', { price: 1500 }),
        anEventDate(3, '銀河', { state: 'sold_out' }),
        anEventDate(4, '彗星', { price: 1000 }),
      ],
    }),
  );
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('お支払いは行われていません');
  expect(await payButton('2,250円')).toBeEnabled();
  expect(box('第3回 銀河')).toBeDisabled();
});

it('charges nothing before the buyer has seen a changed price', async () => {
  const network = new FakeNetwork().answer(createSeriesPaymentIntent, { ...attempt, amount: 4275 });
  const { user } = setUp({ network });
  const button = await payButton('4,050円');
  network.answer(getSeries, seriesOf({ discountPercent: 5 }));
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('価格が変わりました。');
  expect(await payButton('4,275円')).toBeEnabled();
  expect(script.asked).toEqual([]);
});

it('shows how long the seats are kept after a failed payment, until other dates are chosen', async () => {
  script = installPaymentScript({ confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } });
  const { user } = setUp({ network: new FakeNetwork().answer(createSeriesPaymentIntent, attempt) });
  await user.click(await payButton('4,050円'));
  expect(await screen.findByRole('alert')).toHaveTextContent('カード会社で承認されませんでした。');
  expect(screen.getByRole('timer')).toHaveTextContent(/残り 1[45]:\d\d/);
  await user.click(box('第4回 彗星'));
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it('says when the hold has expired', async () => {
  script = installPaymentScript({ confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } });
  const network = new FakeNetwork().answer(createSeriesPaymentIntent, { ...attempt, holdExpiresAt: inMinutes(-1) });
  const { user } = setUp({ network });
  await user.click(await payButton('4,050円'));
  expect(await screen.findByText('確保時間が過ぎました。')).toBeVisible();
  expect(await payButton('4,050円')).toBeEnabled();
});

it('shows why minors cannot buy', async () => {
  const message = '保護者の方の同意が必要です。';
  const { user } = setUp({
    network: new FakeNetwork().refuse(createSeriesPaymentIntent, 'guardian_required', { message }),
  });
  await user.click(await payButton('4,050円'));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

describe('after the provider’s page', () => {
  const search = '?event=evt_2&event=evt_3&payment_intent=pi_9&redirect_status=succeeded';

  it('settles the payment', async () => {
    const network = new FakeNetwork().answer(createParticipation, seat);
    const { currentUrl } = setUp({ network, search });
    expect(await screen.findByRole('heading', { name: '2回分のチケットを購入しました。' })).toBeVisible();
    expect(network.calls(createParticipation)[0]?.body).toEqual({ paymentIntentId: 'pi_9' });
    expect(currentUrl()).not.toContain('payment_intent');
  });

  it('offers the same dates again when nothing was paid', async () => {
    setUp({ network: new FakeNetwork().refuse(createParticipation, 'payment_required'), search });
    expect(await screen.findByRole('alert')).toHaveTextContent('お支払いは完了していません。');
    expect(ticked()).toBe(2);
    expect(await payButton('3,150円')).toBeEnabled();
  });

  it('waits for the provider', async () => {
    const pending = aParticipation({ eventId: 'evt_2', state: 'pending_payment' });
    const network = new FakeNetwork()
      .answer(createParticipation, pending)
      .answer(getEvent, anEvent({ id: 'evt_2', myParticipation: pending }));
    setUp({ network, search });
    await waitFor(() => expect(network.calls(getEvent)).not.toHaveLength(0));
    expect(screen.getByRole('heading', { name: 'お支払いを確認しています。' })).toBeVisible();
    network.answer(getEvent, anEvent({ id: 'evt_2', myParticipation: seat }));
    expect(
      await screen.findByRole('heading', { name: '2回分のチケットを購入しました。' }, { timeout: 5000 }),
    ).toBeVisible();
  });

  it('says which dates were paid for too late', async () => {
    const { network } = setUp({ network: new FakeNetwork().answer(createParticipation, seat), search });
    network.answer(listMyEvents, ownedEvents('evt_2'));
    expect(await screen.findByRole('heading', { name: '1回分のチケットを購入しました。' })).toBeVisible();
    expect(screen.getByText('第3回 銀河').closest('li')).toHaveTextContent('お席がないため全額返金');
  });

  it('says so also when it is the first one', async () => {
    const lost = { ...seat, state: 'refund_pending' as const };
    const { network } = setUp({ network: new FakeNetwork().answer(createParticipation, lost), search });
    network.answer(listMyEvents, ownedEvents('evt_3'));
    expect(await screen.findByRole('heading', { name: '1回分のチケットを購入しました。' })).toBeVisible();
    expect(screen.getByText('第2回 惑星').closest('li')).toHaveTextContent('お席がないため全額返金');
    expect(screen.getByRole('link', { name: 'チケットを見る' })).toBeVisible();
  });

  it('says that a payment without a seat is refunded', async () => {
    const lost = { ...seat, state: 'refund_pending' as const };
    const { network } = setUp({ network: new FakeNetwork().answer(createParticipation, lost), search });
    network.answer(listMyEvents, ownedEvents());
    expect(await screen.findByRole('heading', { name: 'お席をご用意できませんでした。' })).toBeVisible();
    expect(screen.getByRole('link', { name: '返金の進み具合' })).toHaveAttribute('href', '/tickets?tab=refunded');
  });
});

it.each<[string, SetUpOptions, string]>([
  ['its host', { series: { isHost: true } }, '自分の連続講座のチケットは購入できません。'],
  ['a child', { me: aMe('child') }, '12歳以下の方は、チケットを購入できません。'],
  ['anybody once it has ended', { series: { endedAt: inMinutes(-1) } }, 'この連続講座は終了しました。'],
  ['anybody while none is on sale', { series: { dates: [] } }, 'いま、まとめて購入できる回がありません。'],
])('sells nothing to %s', async (_who, options, reason) => {
  setUp(options);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(reason);
  expect(screen.getByRole('link', { name: '連続講座に戻る' })).toHaveAttribute('href', '/series/srs_stars');
});

it('leads minors to the events, where a guardian agrees to each', async () => {
  const network = new FakeNetwork().answer(getPurchaseConsent, { isNeeded: true, consent: null });
  setUp({ me: aMe('student'), network });
  expect(await screen.findByRole('heading', { name: '18歳未満の方は、まとめて購入できません。' })).toBeVisible();
});

it('leads to the event when it is the only one on sale, and to the tickets that were bought', async () => {
  setUp({ series: { dates: [anEventDate(2, '惑星'), anEventDate(3, '銀河', { state: 'taken' })] } });
  expect(await screen.findByRole('link', { name: '「惑星」のイベントを見る' })).toHaveAttribute(
    'href',
    '/events/evt_2',
  );
  expect(screen.getByRole('link', { name: 'チケットを見る' })).toHaveAttribute('href', '/tickets');
});

it('asks for a verified address first', async () => {
  setUp({ me: aMe('adult', { state: 'email_unverified' }) });
  expect(await screen.findByText(/お支払いの前に、メールアドレスの確認を/)).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
