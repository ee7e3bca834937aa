import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import type { Me } from '@manabiba/shared/contract/users';
import {
  createGuestPaymentIntent,
  createParticipation,
  createPaymentIntent,
  getEvent,
  getPaymentConfig,
  getPurchaseConsent,
  requestPurchaseConsent,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { CheckoutPage } from './checkout-page';

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

const setUp = (event: Partial<ClassroomEvent>, network = new FakeNetwork(), me: Me = aMe('adult'), search = '') =>
  renderWithApp(<CheckoutPage />, {
    me,
    network: network
      .answer(getEvent, anEvent({ id: 'evt_galaxy', tickets: [ticket], ...event }))
      .answer(getPaymentConfig, {
        publishableKey: 'pk_test_x',
        scriptUrl: 'http://localhost/stripe.js',
        isTest: true,
        methods: ['card', 'konbini', 'paypay'],
      }),
    path: `/events/evt_galaxy/checkout${search}`,
    pattern: '/events/{id}/checkout',
  });

const attempt = { clientSecret: 'pi_1_secret_2', participationId: 'ptc_1', amount: 1500, holdExpiresAt: inMinutes(15) };

it('keeps the seat on arrival, and says what is paid, with the tax in it, and how long the seat is kept', async () => {
  setUp({}, new FakeNetwork().answer(createPaymentIntent, attempt));
  expect(await screen.findByRole('timer')).toHaveTextContent(/残り 1[45]:\d\d/);
  expect(screen.getByText('1,364円')).toBeInTheDocument();
  expect(screen.getByText('消費税(10%)')).toBeInTheDocument();
  expect(screen.getByText('136円')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
  expect(screen.getByText(/開始の24時間前まで/)).toBeInTheDocument();
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

it('shows the numbers for a store, the deadline first, and takes the payment by another way', async () => {
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
  expect(screen.getByText('482109')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'ファミリーマート' }));
  expect(screen.getByText('111222')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '別の支払い方に変える' }));
  expect(await screen.findByRole('heading', { name: 'お支払い' })).toBeInTheDocument();
});

it.each<[string, Partial<Participation>, string]>([
  ['a seat that is paid for', { state: 'confirmed' }, 'お申し込みが完了しました。'],
  ['a payment under way', { state: 'pending_payment' }, 'お支払いを確認しています。'],
  ['a seat that is no longer kept', { state: 'expired' }, '確保時間が過ぎました。もう一度お申し込みください。'],
  [
    'a payment that came too late',
    { state: 'refund_pending', cancelReason: 'late_payment' },
    '確保時間を過ぎてのお支払いだったため、全額返金いたします。',
  ],
])('says how it stands: %s', async (_what, changes, sentence) => {
  setUp({ myParticipation: mine(changes) });
  expect(await screen.findByRole('heading', { name: sentence })).toBeInTheDocument();
});

it('tells that all is sold before anything is asked', async () => {
  setUp({ tickets: [{ ...ticket, sold: 100 }] });
  expect(await screen.findByRole('heading', { name: 'チケットは完売しました。' })).toBeInTheDocument();
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

  it('asks a guardian before anything is paid, and waits for the answer', async () => {
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

  it('leads on to the payment once the guardian has agreed', async () => {
    const network = new FakeNetwork()
      .answer(getPurchaseConsent, { isNeeded: true, consent: { ...consent, state: 'given' } })
      .answer(createPaymentIntent, attempt);
    setUp({}, network, teenager);
    expect(await screen.findByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
  });
});

it('asks the numbers for a store once, however often it is pressed', async () => {
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

it('leaves a seat that is kept already as it is until something is pressed', async () => {
  const network = new FakeNetwork();
  setUp({ myParticipation: mine({ state: 'held', holdExpiresAt: inMinutes(7), paymentMethod: 'konbini' }) }, network);
  expect(await screen.findByRole('timer')).toHaveTextContent(/残り [67]:\d\d/);
  expect(await screen.findByRole('radio', { name: /コンビニで支払う/ })).toBeChecked();
  expect(network.calls(createPaymentIntent)).toHaveLength(0);
});

it('says that the seat is kept no more when the time is over, and keeps another one on request', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt);
  const { user } = setUp({ myParticipation: mine({ state: 'expired' }) }, network);
  expect(await screen.findByRole('heading', { name: /確保時間が過ぎました。/ })).toBeInTheDocument();
  expect(screen.getByText(/いま残り9席です。/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'もう一度申し込む' }));
  expect(await screen.findByRole('timer')).toBeInTheDocument();
});

it('says that the result is not known where the answer about a payment elsewhere does not come', async () => {
  const network = new FakeNetwork().answer(createPaymentIntent, attempt).refuse(createParticipation, 'internal');
  setUp({}, network, undefined, '?payment_intent=pi_1');
  expect(await screen.findByRole('alert')).toHaveTextContent('二重に支払われることはありません。');
});

it('says that nothing was paid where the provider says so', async () => {
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
  const press = async (user: ReturnType<typeof setUp>['user']) => {
    await user.click(await screen.findByRole('radio', { name: /コンビニで支払う/ }));
    await user.click(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
  };

  it('keeps no seat before it knows for whom, and says what is missing', async () => {
    const network = new FakeNetwork();
    const { user } = setUp({}, network, aMe('anonymous'));
    await press(user);
    expect(await screen.findByLabelText('メールアドレス')).toBeInvalid();
    expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'ログインする' })).toHaveAttribute(
      'href',
      expect.stringContaining('/signin?next=%2Fevents%2Fevt_galaxy%2Fcheckout'),
    );
    expect(network.calls(createGuestPaymentIntent)).toHaveLength(0);
  });

  it('leads to the ticket by the link that opens it', async () => {
    const network = new FakeNetwork().answer(createGuestPaymentIntent, { ...attempt, guestToken: 'tok_1' });
    const { user, currentUrl } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '1994-05-14');
    await press(user);
    await waitFor(() => expect(currentUrl()).toBe('/tickets/tok_1'));
    expect(network.calls(createGuestPaymentIntent)[0]?.body).toEqual({
      ticketTypeId: ticket.id,
      method: 'konbini',
      email: 'haruka@example.jp',
      birthDate: '1994-05-14',
    });
  });

  it('sells nothing to somebody who would need a guardian', async () => {
    const network = new FakeNetwork().refuse(createGuestPaymentIntent, 'guardian_required');
    const { user } = setUp({}, network, aMe('anonymous'));
    await typeContact(user, '2012-05-14');
    await press(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('保護者の方の同意が必要です。');
  });
});
