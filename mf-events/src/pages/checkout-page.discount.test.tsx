import type { Participation } from '@manabiba/shared/contract/tickets';
import type { Me } from '@manabiba/shared/contract/users';
import {
  checkDiscountCode,
  createGuestPaymentIntent,
  createPaymentIntent,
  getEvent,
  getPaymentConfig,
  getStripeCard,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { CheckoutPage } from './checkout-page';

let script: ReturnType<typeof installPaymentScript>;
beforeEach(() => {
  script = installPaymentScript();
});
afterEach(() => script.remove());

const ticket = aTicketType({ id: 'tkt_general', eventId: 'evt_1', price: 1500, taxRate: 10, quota: 100 });
const attempt = {
  clientSecret: 'pi_1_secret_2',
  participationId: 'ptc_1',
  amount: 1500,
  discount: 0,
  holdExpiresAt: inMinutes(15),
  savedCardId: null,
};
const reduced = { ...attempt, amount: 1000, discount: 500 };
const NOT_FOUND = 'この割引コードは見つかりません。入力をご確認ください。';

const setUp = (network: FakeNetwork, me: Me = aMe('adult'), myParticipation: Participation | null = null) =>
  renderWithApp(<CheckoutPage />, {
    me,
    network: network
      .answer(getEvent, anEvent({ id: 'evt_1', tickets: [ticket], myParticipation }))
      .answer(getStripeCard, { card: null })
      .answer(getPaymentConfig, {
        publishableKey: 'pk_test_x',
        scriptUrl: 'http://localhost/stripe.js',
        isTest: true,
        methods: ['card', 'konbini'],
      }),
    path: '/events/evt_1/checkout',
    pattern: '/events/{id}/checkout',
  });
type User = ReturnType<typeof setUp>['user'];

const openField = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: '割引コードを使う' }));
  return screen.getByRole('textbox', { name: '割引コード' });
};
const apply = (user: User) => user.click(screen.getByRole('button', { name: '適用する' }));

describe('a signed-in buyer', () => {
  it('gets the reduced price beside the original one for the held seat, and may take it back', async () => {
    const network = new FakeNetwork().answer(createPaymentIntent, ({ body }) =>
      (body as { discountCode?: string }).discountCode ? reduced : attempt,
    );
    const { user } = setUp(network);
    await user.type(await openField(user), 'hoshi-500');
    await apply(user);
    expect(await screen.findByRole('button', { name: '1,000円を支払う' })).toBeInTheDocument();
    expect(screen.getByText('1,500円')).toBeInTheDocument();
    expect(screen.getByText('-500円')).toBeInTheDocument();
    expect(network.calls(createPaymentIntent).at(-1)?.body).toMatchObject({ discountCode: 'hoshi-500' });
    await user.click(screen.getByRole('button', { name: '割引をやめる' }));
    expect(await screen.findByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
    expect(network.calls(createPaymentIntent).at(-1)?.body).toMatchObject({ discountCode: null });
  });

  it('reads why the discount could not be taken back, and keeps it', async () => {
    const network = new FakeNetwork().answer(createPaymentIntent, attempt);
    const { user } = setUp(network);
    await screen.findByRole('timer');
    network.answer(createPaymentIntent, reduced);
    await user.type(await openField(user), 'hoshi-500');
    await apply(user);
    const message = '少し待ってからお試しください。';
    network.refuse(createPaymentIntent, 'rate_limited', { message });
    await user.click(await screen.findByRole('button', { name: '割引をやめる' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: '1,000円を支払う' })).toBeInTheDocument();
  });

  it('reads at the field why a code does not hold, and keeps what was typed', async () => {
    const network = new FakeNetwork().answer(createPaymentIntent, attempt);
    const { user } = setUp(network);
    await screen.findByRole('timer');
    const field = await openField(user);
    await apply(user);
    expect(field).toHaveAccessibleDescription('割引コードを入力してください。');
    network.refuse(createPaymentIntent, 'invalid', { fields: { discountCode: NOT_FOUND } });
    await user.type(field, 'CHIGAU');
    expect(field).not.toHaveAccessibleDescription();
    await apply(user);
    expect(field).toHaveAccessibleDescription(NOT_FOUND);
    expect(field).toHaveValue('CHIGAU');
    expect(screen.getByRole('button', { name: '1,500円を支払う' })).toBeInTheDocument();
    expect(screen.getByRole('timer')).toBeInTheDocument();
  });

  it('sees the discount of the held seat after a reload', async () => {
    const held = { state: 'held', amount: 1000, discount: 500, holdExpiresAt: inMinutes(10) } as const;
    setUp(new FakeNetwork(), aMe('adult'), aParticipation({ eventId: 'evt_1', ticketTypeId: ticket.id, ...held }));
    expect(await screen.findByRole('button', { name: '1,000円を支払う' })).toBeInTheDocument();
    expect(screen.getByText('割引コードを使っています。')).toBeInTheDocument();
  });
});

describe('a guest', () => {
  it('sees the reduced price before typing an address, and the full one when the code was used up meanwhile', async () => {
    const network = new FakeNetwork().answer(checkDiscountCode, { discount: 500 });
    const { user } = setUp(network, aMe('anonymous'));
    await user.type(await openField(user), 'hoshi-500');
    await apply(user);
    expect(await screen.findByRole('button', { name: '1,000円を支払う' })).toBeInTheDocument();
    const usedUp = 'この割引コードは、使える回数に達しました。';
    network.refuse(createGuestPaymentIntent, 'code_used', { fields: { discountCode: usedUp } });
    await user.type(screen.getByLabelText('メールアドレス'), 'haruka@example.jp');
    await user.type(screen.getByLabelText('生年月日'), '1994-05-14');
    await user.click(await screen.findByRole('radio', { name: /コンビニで支払う/ }));
    await user.click(screen.getByRole('button', { name: '1,000円の支払い番号を受け取る' }));
    expect(await screen.findByRole('button', { name: '1,500円の支払い番号を受け取る' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: '割引コード' })).toHaveAccessibleDescription(usedUp);
    expect(screen.getByRole('textbox', { name: '割引コード' })).toHaveValue('hoshi-500');
    expect(network.calls(createGuestPaymentIntent)[0]?.body).toMatchObject({ discountCode: 'hoshi-500' });
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('haruka@example.jp');
  });
});
