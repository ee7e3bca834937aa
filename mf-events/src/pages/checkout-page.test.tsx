import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { Participation } from '@manabiba/shared/contract/tickets';
import type { Me } from '@manabiba/shared/contract/users';
import {
  cancelGuestTicket,
  createGuestPaymentIntent,
  createParticipation,
  createPaymentIntent,
  getEvent,
  getPaymentConfig,
  getPurchaseConsent,
  getStripeCard,
  listMyEvents,
  requestPurchaseConsent,
} from '@manabiba/shared/data/endpoints';
import {
  aMe,
  anArchiveTicket,
  anEvent,
  aParticipation,
  aTicketType,
  inMinutes,
} from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { millisecondsInHour } from 'date-fns/constants';

import { CheckoutPage } from './checkout-page';

let script: ReturnType<typeof installPaymentScript>;
beforeEach(() => {
  script = installPaymentScript();
});
afterEach(() => {
  script.remove();
  jest.useRealTimers();
});

const ticket = aTicketType({
  id: 'tkt_general',
  eventId: 'evt_galaxy',
  price: 1500,
  taxRate: 10,
  quota: 100,
  sold: 91,
});
const mine = (changes: Partial<Participation>) =>
  aParticipation({ eventId: 'evt_galaxy', ticketTypeId: ticket.id, ...changes });

const setUp = (
  event: Partial<ClassroomEvent>,
  network = new FakeNetwork(),
  me: Me = aMe('adult'),
  search = '',
  card: StripeCard | null = null,
) =>
  renderWithApp(<CheckoutPage />, {
    me,
    network: network
      .answer(getEvent, anEvent({ id: 'evt_galaxy', tickets: [ticket], ...event }))
      .answer(getStripeCard, { card })
      .answer(getPaymentConfig, {
        publishableKey: 'pk_test_x',
        scriptUrl: 'http://localhost/stripe.js',
        isTest: true,
        methods: ['card', 'konbini', 'paypay'],
      }),
    path: `/events/evt_galaxy/checkout${search}`,
    pattern: '/events/{id}/checkout',
  });

const counts = { upcoming: 1, past: 0, archive: 0, refunded: 1 };
const attempt = {
  clientSecret: 'pi_1_secret_2',
  participationId: 'ptc_1',
  amount: 1500,
  discount: 0,
  holdExpiresAt: inMinutes(15),
  savedCardId: null,
};
const visa = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2099, isExpired: false };

it('holds the seat on arrival and shows the price with tax and the remaining hold time', async () => {
  setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt));
  expect(await screen.findByRole('timer')).toHaveTextContent(/残り 1[45]:\d\d/);
  expect(screen.getByText('1,364円')).toBeInTheDocument();
  expect(screen.getByText('消費税(10%)')).toBeInTheDocument();
  expect(screen.getByText('136円')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
  expect(screen.getByText(/開始の24時間前まで/)).toBeInTheDocument();
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

it('sells nothing once the sale is over by the server clock, on a device whose own is an hour late', async () => {
  const network = new FakeNetwork().setClockAhead(millisecondsInHour);
  setUp({ tickets: [{ ...ticket, saleEndAt: inMinutes(30) }] }, network);
  expect(await screen.findByText('お申し込みの受付は終了しました。')).toBeInTheDocument();
});

it('shows the store numbers with the deadline first, and accepts another payment method', async () => {
  const konbini = {
    expiresAt: '2026-11-24T14:59:00.000Z',
    stores: [
      { chain: 'lawson' as const, paymentCode: '482109', confirmationNumber: '73021900000' },
      { chain: 'familymart' as const, paymentCode: '111222', confirmationNumber: null },
    ],
  };
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({ myParticipation: mine({ state: 'pending_payment', konbini }) }, network);
  expect(await screen.findByRole('heading', { name: /11月24日\(火\).*までに1,500円を/ })).toBeInTheDocument();
  expect(screen.getByText('482 109')).toBeInTheDocument();
  expect(screen.getByText('7302 1900 000')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'ファミリーマート' }));
  expect(screen.getByText('111 222')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '別の支払い方に変える' }));
  expect(await screen.findByRole('heading', { name: 'お支払い' })).toBeInTheDocument();
});

it.each<[string, Partial<Participation>, string]>([
  ['a paid seat', { state: 'confirmed' }, 'お支払いが完了しました。'],
  ['a payment in progress', { state: 'pending_payment' }, 'お支払いを確認しています。'],
  ['an expired hold', { state: 'expired' }, '確保時間が過ぎました。もう一度お申し込みください。'],
  [
    'a late payment',
    { state: 'refund_pending', cancelReason: 'late_payment' },
    '確保時間を過ぎてのお支払いだったため、全額返金いたします。',
  ],
])('shows the state: %s', async (_what, changes, sentence) => {
  setUp({ myParticipation: mine(changes) });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(sentence);
});

it('shows that the event is sold out before asking for any input, with a link to the waiting list', async () => {
  setUp({ tickets: [{ ...ticket, sold: 100 }] });
  expect(await screen.findByRole('heading', { name: 'チケットは完売しました。' })).toBeInTheDocument();
  expect(screen.getByText(/キャンセル待ちは、イベントの画面で登録できます。/)).toBeInTheDocument();
});

it('summarizes a paid purchase with tax, mail address and link to the receipt', async () => {
  setUp(
    { myParticipation: mine({ state: 'confirmed', amount: 1500, receiptId: 'pay_1' }) },
    undefined,
    aMe('adult', { email: 'saki@example.jp' }),
  );
  expect(await screen.findByText('確認のメールをsaki@example.jpにお送りします。')).toBeInTheDocument();
  const bought = within(screen.getByRole('complementary', { name: 'お申し込み内容' }));
  expect(bought.getByText('お支払い済み')).toBeInTheDocument();
  expect(bought.getByText('136円')).toBeInTheDocument();
  expect(bought.getByRole('link', { name: /^領収書/ })).toHaveAttribute('href', '/receipts/pay_1');
});

it('shows no receipt for a free seat', async () => {
  setUp({ myParticipation: mine({ state: 'confirmed', amount: 0 }) });
  expect(await screen.findByRole('heading', { name: 'お申し込みが完了しました。' })).toBeInTheDocument();
  expect(screen.queryByText('お支払い済み')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /領収書/ })).not.toBeInTheDocument();
});

const konbiniOf = (expiresAt: string) => ({
  expiresAt,
  stores: [{ chain: 'lawson' as const, paymentCode: '482109', confirmationNumber: null }],
});

it.each([
  ['a seat is left', 91],
  ['the seat has gone to another', 100],
])(
  'starts no new payment after the konbini deadline, and explains what happens to a late payment: %s',
  async (_what, sold) => {
    jest.useFakeTimers({ advanceTimers: true });
    const network = new FakeNetwork().answer(createPaymentIntent, attempt);
    setUp({ myParticipation: mine({ state: 'pending_payment', konbini: konbiniOf(inMinutes(1)) }) }, network);
    expect(await screen.findByRole('heading', { name: /までに1,500円を/ })).toBeInTheDocument();
    network.answer(getEvent, anEvent({ id: 'evt_galaxy', tickets: [{ ...ticket, sold }], myParticipation: null }));
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole('heading', { name: /確保時間が過ぎました。/ })).toBeInTheDocument();
    expect(
      screen.getByText(
        /期限を過ぎてお支払いになった場合は、お席が空いていればご用意し、なければ全額を返金いたします。/,
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText(/お支払いは行われていません。/)).not.toBeInTheDocument();
    expect(network.calls(createPaymentIntent)).toEqual([]);
  },
);

it('mentions no payments to a user on the waiting list', async () => {
  const network = new FakeNetwork().answer(listMyEvents, { items: [], nextCursor: null, counts });
  setUp({ myParticipation: mine({ state: 'waitlisted' }) }, network);
  expect(await screen.findByRole('heading', { name: 'キャンセル待ちに登録しています。' })).toBeInTheDocument();
  expect(screen.queryByText(/お支払いは行われていません。/)).not.toBeInTheDocument();
});

it.each([
  ['refund_pending', '1,500円の返金の手続きを進めています。お席が空きましたら、最初にご案内いたします。'],
  ['refunded', '1,500円をお返ししました。お席が空きましたら、最初にご案内いたします。'],
] as const)('informs a waiting user about the refund of a late payment: %s', async (state, sentence) => {
  const late = mine({ state, cancelReason: 'late_payment', amount: 1500 });
  const network = new FakeNetwork().answer(listMyEvents, {
    items: [anEvent({ id: 'evt_galaxy', myParticipation: late })],
    nextCursor: null,
    counts,
  });
  setUp({ myParticipation: mine({ state: 'waitlisted' }) }, network);
  expect((await screen.findByText('お席が空きましたら、最初にご案内いたします。')).parentElement).toHaveTextContent(
    sentence,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    '確保時間を過ぎてのお支払いだったため、全額返金いたします。',
  );
  expect(screen.getByRole('link', { name: '返金の進み具合' })).toHaveAttribute('href', '/tickets?tab=refunded');
});

it('lets a refunded buyer buy again', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({ myParticipation: mine({ state: 'refunded', amount: 1500 }) }, network);
  expect(await screen.findByText('1,500円をお返ししました。')).toBeInTheDocument();
  expect(network.calls(createPaymentIntent)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'もう一度申し込む' }));
  expect(await screen.findByRole('timer')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'お支払い' })).toBeInTheDocument();
});

it.each<[string, Partial<ClassroomEvent>, Partial<Participation>, string]>([
  ['sold out', { tickets: [{ ...ticket, sold: 100 }] }, {}, 'このお申し込みは取り消されています。'],
  ['cancelled', { state: 'cancelled' }, { cancelReason: 'event_cancelled' }, 'このイベントは中止になりました。'],
])('sells nothing to a refunded buyer when the event is %s', async (_what, event, participation, title) => {
  setUp({ ...event, myParticipation: mine({ state: 'refund_pending', amount: 1500, ...participation }) });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'もう一度申し込む' })).not.toBeInTheDocument();
});

it('links to the progress of a refund', async () => {
  setUp({ myParticipation: mine({ state: 'refund_pending', cancelReason: 'late_payment' }) });
  const link = await screen.findByRole('link', { name: '返金の進み具合' });
  expect(link).toHaveAttribute('href', '/tickets?tab=refunded');
});

it('asks a child, who cannot buy, for no input', async () => {
  const network = new FakeNetwork();
  setUp({}, network, aMe('child'));
  expect(
    await screen.findByRole('heading', { name: '12歳以下の方は、チケットを購入できません。' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'イベントに戻る' })).toHaveAttribute('href', '/events/evt_galaxy');
  expect(network.calls(createPaymentIntent)).toHaveLength(0);
});

it('shows the name on the receipt when it differs from the user', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({}, network);
  await user.type(await screen.findByRole('textbox', { name: '宛名' }), '株式会社さくら ');
  await user.click(await screen.findByRole('radio', { name: /コンビニで支払う/ }));
  await user.click(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
  await waitFor(() => expect(network.calls(createPaymentIntent)).toHaveLength(2));
  expect(network.calls(createPaymentIntent).map(({ body }) => (body as { addressee?: string }).addressee)).toEqual([
    undefined,
    '株式会社さくら',
  ]);
});

describe('with a saved card', () => {
  it('pays with it in one click, without entering the number again', async () => {
    const network = new FakeNetwork()
      .answer(createPaymentIntent, { ...attempt, savedCardId: 'pm_kept' })
      .answer(createParticipation, mine({ state: 'confirmed' }));
    const { user } = setUp({}, network, undefined, '', visa);
    expect(await screen.findByRole('radio', { name: /Visa 末尾 4242/ })).toBeChecked();
    expect(screen.getByText('有効期限 2099/09')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '1,500円を支払う' }));
    await waitFor(() => expect(network.calls(createParticipation)).toHaveLength(1));
    expect(script.asked).toEqual([
      [
        'confirmPayment',
        expect.objectContaining({ confirmParams: expect.objectContaining({ payment_method: 'pm_kept' }) }),
      ],
    ]);
  });

  it('accepts another card', async () => {
    const { user } = setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt), undefined, '', visa);
    await user.click(await screen.findByRole('radio', { name: /別のカードを使う/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: '1,500円を支払う' })).toBeEnabled());
  });

  it('says so when it cannot be used for this payment', async () => {
    const { user } = setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt), undefined, '', visa);
    await user.click(await screen.findByRole('button', { name: '1,500円を支払う' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('別のカードをお使いください。');
    expect(script.asked).toEqual([]);
  });

  it('does not offer an expired card', async () => {
    setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt), undefined, '', { ...visa, isExpired: true });
    expect(await screen.findByRole('radio', { name: /カードで支払う/ })).toBeChecked();
    expect(screen.queryByRole('radio', { name: /末尾 4242/ })).not.toBeInTheDocument();
  });
});

describe('before the e-mail address is verified', () => {
  it('starts nothing, says what is missing, and resends the mail', async () => {
    const network = new FakeNetwork();
    const { user } = setUp({}, network, aMe('adult', { state: 'email_unverified', email: 'saki@example.jp' }));
    expect(await screen.findByText(/お支払いの前に、メールアドレスの確認を/)).toHaveTextContent('saki@example.jp');
    expect(screen.getByText('消費税(10%)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '確認メールを再送' }));
    expect(await screen.findByRole('dialog', { name: '確認メールを再送' })).toBeInTheDocument();
    expect(network.calls(createPaymentIntent)).toHaveLength(0);
  });

  it('continues automatically once it is verified', async () => {
    const me = aMe('adult', { state: 'email_unverified' });
    const { session } = setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt), me);
    await screen.findByText(/お支払いの前に、メールアドレスの確認を/);
    act(() => session.setState({ me: aMe('adult', { id: me.id }) }));
    expect(await screen.findByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
    expect(await screen.findByRole('timer')).toBeInTheDocument();
  });
});

describe('from 13 to 17', () => {
  const consent = {
    participationId: 'ptc_1',
    ticketTypeId: ticket.id,
    guardianEmail: 'parent@example.jp',
    state: 'asked' as const,
    amount: 1500,
    askedAt: inMinutes(-1),
    holdExpiresAt: inMinutes(1439),
  };
  const teenager = aMe('adult', { isStudentAge: true });

  it('requests guardian consent before payment and waits for the answer', async () => {
    const network = new FakeNetwork()
      .answer(getPurchaseConsent, { isNeeded: true, consent: null })
      .answer(requestPurchaseConsent, consent);
    const { user } = setUp({}, network, teenager);
    await user.type(await screen.findByLabelText('保護者の方のメールアドレス'), 'parent@example.jp');
    network.answer(getPurchaseConsent, { isNeeded: true, consent });
    await user.click(screen.getByRole('button', { name: '同意をお願いする' }));
    expect(await screen.findByRole('heading', { name: '保護者の方の同意を待っています。' })).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent(/残り 23:5\d:\d\d/);
    expect(network.calls(createPaymentIntent)).toHaveLength(0);
  });

  it('continues to the payment once the guardian has agreed', async () => {
    const network = new FakeNetwork()
      .answer(getPurchaseConsent, { isNeeded: true, consent: { ...consent, state: 'given' } })
      .answer(createPaymentIntent, attempt);
    setUp({}, network, teenager);
    expect(await screen.findByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
  });
});

it('requests the store numbers once, however often the button is clicked', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({}, network);
  expect(await screen.findByRole('timer')).toBeInTheDocument();
  await user.click(await screen.findByRole('radio', { name: /コンビニで支払う/ }));
  const release = network.hold(createPaymentIntent);
  await user.dblClick(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
  const methods = network.calls(createPaymentIntent).map(({ body }) => (body as { method: string }).method);
  expect(methods).toEqual(['card', 'konbini']);
  release(attempt);
  await waitFor(() => expect(screen.getByRole('button', { name: /支払い番号を受け取る/ })).toBeEnabled());
});

it('does not touch an existing hold until a button is clicked', async () => {
  const network = new FakeNetwork();
  setUp({ myParticipation: mine({ state: 'held', holdExpiresAt: inMinutes(7), paymentMethod: 'konbini' }) }, network);
  expect(await screen.findByRole('timer')).toHaveTextContent(/残り [67]:\d\d/);
  expect(await screen.findByRole('radio', { name: /コンビニで支払う/ })).toBeChecked();
  expect(network.calls(createPaymentIntent)).toHaveLength(0);
});

it('reports an expired hold and creates a new one on request', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({ myParticipation: mine({ state: 'expired' }) }, network);
  expect(await screen.findByRole('heading', { name: /確保時間が過ぎました。/ })).toBeInTheDocument();
  expect(screen.getByText(/いま残り9席です。/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'もう一度申し込む' }));
  expect(await screen.findByRole('timer')).toBeInTheDocument();
});

it('reports an unknown result when the confirmation of a redirect payment fails', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt).refuse(createParticipation, 'internal');
  setUp({}, network, undefined, '?payment_intent=pi_1');
  expect(await screen.findByRole('alert')).toHaveTextContent('二重に支払われることはありません。');
});

it('reports that nothing was paid when the provider says so', async () => {
  const network = new FakeNetwork()
    .answer(createPaymentIntent, attempt)
    .refuse(createParticipation, 'payment_required');
  setUp({}, network, undefined, '?payment_intent=pi_1');
  expect(await screen.findByRole('alert')).toHaveTextContent('お支払いは完了していません。');
});

describe('without an account', () => {
  const typeContact = async (user: ReturnType<typeof setUp>['user'], birthDate: string) => {
    await user.type(await screen.findByLabelText('メールアドレス'), 'haruka@example.jp');
    await user.type(screen.getByLabelText('生年月日'), birthDate);
  };
  const submit = async (user: ReturnType<typeof setUp>['user']) => {
    await user.click(await screen.findByRole('radio', { name: /コンビニで支払う/ }));
    await user.click(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
  };

  it('holds no seat before the guest is known, and says what is missing', async () => {
    const network = new FakeNetwork();
    const { user } = setUp({}, network, aMe('anonymous'));
    await submit(user);
    expect(await screen.findByLabelText('メールアドレス')).toBeInvalid();
    expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'ログインする' })).toHaveAttribute(
      'href',
      expect.stringContaining('/signin?next=%2Fevents%2Fevt_galaxy%2Fcheckout'),
    );
    expect(network.calls(createGuestPaymentIntent)).toHaveLength(0);
    await user.type(screen.getByLabelText('メールアドレス'), 'haruka@example.jp');
    await waitFor(() => expect(screen.getByLabelText('メールアドレス')).toBeValid());
    expect(screen.getByLabelText('生年月日')).toBeInvalid();
  });

  it('navigates to the ticket by its access link', async () => {
    const network = new FakeNetwork().answer(createGuestPaymentIntent, { ...attempt, guestToken: 'tok_1' });
    const { user, currentUrl } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '1994-05-14');
    await submit(user);
    await waitFor(() => expect(currentUrl()).toBe('/tickets/tok_1'));
    expect(network.calls(createGuestPaymentIntent)[0]?.body).toEqual({
      ticketTypeId: ticket.id,
      method: 'konbini',
      email: 'haruka@example.jp',
      birthDate: '1994-05-14',
    });
  });

  it('keeps the input when the hold expires, and reuses it', async () => {
    const declined = { confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } };
    installPaymentScript(declined);
    const over = { ...attempt, guestToken: 'tok_1', holdExpiresAt: inMinutes(-1) };
    const network = new FakeNetwork()
      .answer(createGuestPaymentIntent, over)
      .answer(cancelGuestTicket, mine({ state: 'cancelled' }));
    const { user } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '1994-05-14');
    const pay = screen.getByRole('button', { name: '1,500円を支払う' });
    await waitFor(() => expect(pay).toBeEnabled());
    await user.click(pay);
    expect(await screen.findByRole('heading', { name: /確保時間が過ぎました。/ })).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'メールアドレス' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'もう一度申し込む' }));
    expect(screen.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue('haruka@example.jp');
    expect(screen.getByLabelText('生年月日')).toHaveValue('1994-05-14');
    expect(screen.queryByRole('heading', { name: /確保時間が過ぎました。/ })).not.toBeInTheDocument();
  });

  it('keeps the held seat after a declined card, on a device whose clock is an hour ahead of the server', async () => {
    installPaymentScript({ confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } });
    const network = new FakeNetwork()
      .setClockAhead(-millisecondsInHour)
      .answer(createGuestPaymentIntent, { ...attempt, guestToken: 'tok_1', holdExpiresAt: inMinutes(15 - 60) });
    const { user } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '1994-05-14');
    const pay = screen.getByRole('button', { name: '1,500円を支払う' });
    await waitFor(() => expect(pay).toBeEnabled());
    await user.click(pay);
    expect(await screen.findByText('カード会社で承認されませんでした。')).toBeInTheDocument();
    await user.click(pay);
    await waitFor(() => expect(pay).toBeEnabled());
    expect(network.calls(createGuestPaymentIntent)).toHaveLength(1);
  });

  it('sells nothing to a guest who would need a guardian', async () => {
    const network = new FakeNetwork().refuse(createGuestPaymentIntent, 'guardian_required');
    const { user } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '2012-05-14');
    await submit(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('保護者の方の同意が必要です。');
  });
});

describe('the ticket for an archive', () => {
  const archiveTicket = anArchiveTicket({ id: 'tkt_archive' });
  const over = { state: 'archived', endAt: inMinutes(-60), archiveId: 'arc_1', archiveTicket } as const;
  const ofArchive = (changes: Partial<Participation>) =>
    mine({ ticketTypeId: 'tkt_archive', route: 'archive', amount: 1200, ...changes });

  it('is paid for at the price that the button names, under its own terms', async () => {
    const network = new FakeNetwork().answer(createPaymentIntent, { ...attempt, amount: 1200 });
    setUp(over, network);
    expect(await screen.findByRole('button', { name: '1,200円を支払う' })).toBeInTheDocument();
    expect(screen.getByText('アーカイブ視聴チケット × 1')).toBeInTheDocument();
    expect(screen.getByText(/購入から7日以内で、視聴を始める前は/)).toBeInTheDocument();
    expect(screen.queryByText(/お席/)).not.toBeInTheDocument();
    expect(network.calls(createPaymentIntent)[0]?.body).toMatchObject({ ticketTypeId: 'tkt_archive' });
  });

  it('keeps the price at which its purchase began', async () => {
    setUp({ ...over, myParticipation: ofArchive({ state: 'held', amount: 900, holdExpiresAt: inMinutes(9) }) });
    expect(await screen.findByRole('button', { name: '900円を支払う' })).toBeInTheDocument();
  });

  it('leads to the archive once it is bought', async () => {
    setUp({ ...over, myParticipation: ofArchive({ state: 'confirmed' }) });
    expect(await screen.findByRole('link', { name: '視聴する' })).toHaveAttribute('href', '/archives/arc_1');
    expect(screen.queryByRole('link', { name: 'カレンダーに追加' })).not.toBeInTheDocument();
  });

  it('is sold again to a user who gave a seat back', async () => {
    const network = new FakeNetwork().answer(createPaymentIntent, { ...attempt, amount: 1200 });
    setUp({ ...over, myParticipation: mine({ state: 'refunded' }) }, network);
    expect(await screen.findByRole('button', { name: '1,200円を支払う' })).toBeInTheDocument();
  });

  it('asks visitors for an account instead of an address', async () => {
    setUp(over, undefined, aMe('anonymous'));
    expect(
      await screen.findByRole('heading', { name: '視聴チケットの購入には、アカウントが必要です。' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'ログイン' })).toHaveAttribute(
      'href',
      '/signin?next=%2Fevents%2Fevt_galaxy%2Fcheckout',
    );
    expect(screen.queryByLabelText('メールアドレス')).not.toBeInTheDocument();
  });

  it('says that it is not sold now', async () => {
    setUp({ ...over, archiveTicket: { ...archiveTicket, saleEndAt: archiveTicket.saleStartAt } });
    expect(
      await screen.findByRole('heading', { name: 'このアーカイブは、いま販売していません。' }),
    ).toBeInTheDocument();
  });
});
