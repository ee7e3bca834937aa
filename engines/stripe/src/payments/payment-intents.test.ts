import { closeAll, payment, refusal, startTestEngine } from '../testing/start-test-engine';

afterEach(closeAll);

describe('a card payment', () => {
  it('succeeds immediately with a charge and a balance entry', async () => {
    const { stripe } = await startTestEngine();
    const intent = await stripe.paymentIntents.create(
      payment({ metadata: { order: '7' }, expand: ['latest_charge.balance_transaction'] }),
    );
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000, metadata: { order: '7' } });
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      amount_captured: 1000,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { amount: 1000, fee: 36, net: 964, type: 'charge', status: 'pending' },
    });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ])('is declined with 402 by %s and waits for another card', async (method, code, declineCode) => {
    const { stripe } = await startTestEngine();
    const error = await refusal(stripe.paymentIntents.create(payment({ payment_method: method })));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode });
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code: declineCode },
      latest_charge: { status: 'failed', paid: false },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_mastercard',
      return_url: 'http://localhost/back',
    });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['3566002020360505', 'jcb'],
  ])('recognizes the number %s as %s and exposes only the last four digits', async (number, brand) => {
    const { client } = await startTestEngine();
    const browser = client('pk_test_engine');
    const method = await browser.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2030, cvc: brand === 'amex' ? '1234' : '123' },
    });
    expect(method.card).toMatchObject({ brand, last4: number.slice(-4), exp_month: 12, exp_year: 2030 });
    expect(JSON.stringify(method)).not.toContain(number);
  });

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2020 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('rejects an invalid card %j with 402 %s', async (typed, code) => {
    const { stripe } = await startTestEngine();
    const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123', ...typed };
    expect(await refusal(stripe.paymentMethods.create({ type: 'card', card }))).toMatchObject({
      statusCode: 402,
      code,
    });
  });

  it('must be at least 50 yen', async () => {
    const { stripe } = await startTestEngine();
    const error = await refusal(stripe.paymentIntents.create(payment({ amount: 49 })));
    expect(error).toMatchObject({ statusCode: 400, code: 'amount_too_small', param: 'amount' });
  });

  it('requires a return_url when the method may redirect', async () => {
    const { stripe } = await startTestEngine();
    const error = await refusal(stripe.paymentIntents.create(payment({ return_url: undefined })));
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' });
    const automatic = { enabled: true, allow_redirects: 'never' } as const;
    const params = payment({ return_url: undefined, automatic_payment_methods: automatic });
    expect((await stripe.paymentIntents.create(params)).status).toBe('succeeded');
  });

  it('is authorized until a capture, which may take less', async () => {
    const { stripe } = await startTestEngine();
    const held = await stripe.paymentIntents.create(payment({ capture_method: 'manual' }));
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 1000, amount_received: 0 });
    const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 });
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 700, amount_capturable: 0 });
    const entries = await stripe.balanceTransactions.list();
    expect(entries.data.map(({ amount }) => amount)).toEqual([700]);
  });

  it('is released when the authorization is canceled', async () => {
    const { stripe } = await startTestEngine();
    const held = await stripe.paymentIntents.create(payment({ capture_method: 'manual' }));
    const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'requested_by_customer' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' });
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  });

  it('is released after seven days without a capture', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(payment({ capture_method: 'manual' }));
    await engine.actions.advanceClock(7 * 86_400);
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
      latest_charge: { refunded: true, captured: false },
    });
  });

  it('cannot be confirmed, canceled or captured after it has succeeded', async () => {
    const { stripe } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(payment());
    for (const call of [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.capture(id),
      stripe.paymentIntents.update(id, { amount: 2000 }),
    ])
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
      });
  });
});

describe('a payment with 3-D Secure', () => {
  it('waits on a page of the engine and succeeds after the challenge', async () => {
    const { stripe, engine, url } = await startTestEngine();
    const intent = await stripe.paymentIntents.create(payment({ payment_method: 'pm_card_threeDSecure2Required' }));
    expect(intent.status).toBe('requires_action');
    expect(intent.next_action?.redirect_to_url?.url).toMatch(`${url}/challenge/${intent.id}`);
    await engine.actions.authenticatePaymentIntent(intent.id, 'succeed');
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    });
  });

  it('waits for another card after a failed challenge', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(payment({ payment_method: 'pm_card_authenticationRequired' }));
    await engine.actions.authenticatePaymentIntent(id, 'fail');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    await expect(engine.actions.authenticatePaymentIntent(id, 'succeed')).rejects.toMatchObject({ status: 400 });
  });

  it('is declined off session unless the card was set up for that', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id: customer } = await stripe.customers.create({ email: 'a@example.jp' });
    const offSession = (method: string) =>
      stripe.paymentIntents.create(payment({ customer, payment_method: method, off_session: true }));
    const always = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    expect(await refusal(offSession(always.id))).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'http://localhost/back',
    });
    expect(setup.status).toBe('requires_action');
    await engine.actions.authenticateSetupIntent(setup.id, 'succeed');
    const { status, payment_method: method } = await stripe.setupIntents.retrieve(setup.id);
    expect(status).toBe('succeeded');
    expect((await offSession(String(method))).status).toBe('succeeded');
  });

  it('fails immediately when the caller does not allow actions', async () => {
    const { stripe } = await startTestEngine();
    const params = payment({ payment_method: 'pm_card_authenticationRequired', error_on_requires_action: true });
    expect(await refusal(stripe.paymentIntents.create(params))).toMatchObject({ code: 'authentication_required' });
  });
});

const shopper = { type: 'konbini', billing_details: { name: '山田 花子', email: 'a@example.jp' } } as const;

describe('a konbini payment', () => {
  const konbini = () =>
    payment({ payment_method: undefined, payment_method_data: shopper, allowed_payment_method_types: ['konbini'] });

  it('shows a number for each store until a deadline and succeeds when it is paid', async () => {
    const { stripe, engine, clock } = await startTestEngine();
    const intent = await stripe.paymentIntents.create(konbini());
    const details = intent.next_action?.konbini_display_details;
    expect(intent.status).toBe('requires_action');
    expect(details?.stores.lawson?.confirmation_number).toMatch(/^\d{11}$/);
    expect(details?.expires_at).toBeGreaterThan(clock.now / 1000 + 3 * 86_400);
    await engine.actions.payAtTheShop(intent.id);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('waits for another payment method after the deadline', async () => {
    const { stripe, engine, clock } = await startTestEngine();
    const expiresAt = clock.now / 1000 + 7200;
    const intent = await stripe.paymentIntents.create({
      ...konbini(),
      payment_method_options: { konbini: { expires_at: expiresAt } },
    });
    clock.now = expiresAt * 1000 - 1000;
    await engine.runDue();
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
    clock.now = expiresAt * 1000;
    await engine.runDue();
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    });
    const failed = await stripe.events.list({ type: 'payment_intent.payment_failed' });
    expect(failed.data).toHaveLength(1);
    await expect(engine.actions.payAtTheShop(intent.id)).rejects.toMatchObject({ status: 400 });
  });

  it('is refunded later: the refund is pending first', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(konbini());
    await engine.actions.payAtTheShop(id);
    const refund = await stripe.refunds.create({ payment_intent: id, instructions_email: 'a@example.jp' });
    expect(refund).toMatchObject({ status: 'pending', amount: 1000 });
    await engine.actions.advanceClock(3 * 86_400);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('requires a name and an e-mail address', async () => {
    const { stripe } = await startTestEngine();
    const params = { ...konbini(), payment_method_data: { type: 'konbini' as const } };
    expect(await refusal(stripe.paymentIntents.create(params))).toMatchObject({ code: 'parameter_missing' });
  });
});

describe('a PayPay payment', () => {
  const paypay = () => payment({ payment_method: undefined, payment_method_data: { type: 'paypay' } });

  it('redirects, stays in processing for a while and succeeds', async () => {
    const { stripe, engine, url } = await startTestEngine();
    const intent = await stripe.paymentIntents.create(paypay());
    expect(intent.next_action?.redirect_to_url?.url).toMatch(`${url}/paypay/${intent.id}`);
    await engine.actions.authenticatePaymentIntent(intent.id, 'succeed');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing');
    await engine.actions.advanceClock(10);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('waits for another payment method when the customer declines', async () => {
    const { stripe, engine } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(paypay());
    await engine.actions.authenticatePaymentIntent(id, 'fail');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });
});

describe('refunds', () => {
  it('can be partial but never exceed the amount received', async () => {
    const { stripe } = await startTestEngine();
    const { id, latest_charge: charge } = await stripe.paymentIntents.create(payment());
    await stripe.refunds.create({ payment_intent: id, amount: 400 });
    expect(await refusal(stripe.refunds.create({ charge: String(charge), amount: 601 }))).toMatchObject({
      param: 'amount',
    });
    await stripe.refunds.create({ payment_intent: id });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ amount_refunded: 1000, refunded: true });
    const entries = await stripe.balanceTransactions.list();
    expect(entries.data.map(({ net }) => net)).toEqual([-600, -400, 964]);
  });

  it('are rejected when nothing was received', async () => {
    const { stripe } = await startTestEngine();
    const { id } = await stripe.paymentIntents.create(payment({ confirm: false, return_url: undefined }));
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_not_refundable',
    });
  });
});
