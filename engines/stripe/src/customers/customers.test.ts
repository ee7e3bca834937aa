import { closeAll, payment, refusal, startTestEngine } from '../testing/start-test-engine';

afterEach(closeAll);

describe('customers', () => {
  it('are created, updated and found by e-mail address', async () => {
    const { stripe } = await startTestEngine();
    const { id } = await stripe.customers.create({
      email: 'a@example.jp',
      name: '山田 花子',
      metadata: { a: '1', b: '2' },
    });
    await stripe.customers.create({ email: 'b@example.jp' });
    const changed = await stripe.customers.update(id, { metadata: { a: '', c: '3' }, name: '田中 花子' });
    expect(changed).toMatchObject({ name: '田中 花子', metadata: { b: '2', c: '3' } });
    expect(changed.metadata).not.toHaveProperty('a');
    const found = await stripe.customers.list({ email: 'a@example.jp' });
    expect(found.data.map((each) => each.id)).toEqual([id]);
  });

  it('keep only their id when they are deleted', async () => {
    const { stripe } = await startTestEngine();
    const { id } = await stripe.customers.create({ email: 'a@example.jp' });
    expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    expect(await stripe.customers.retrieve(id)).toEqual(
      expect.objectContaining({ id, object: 'customer', deleted: true }),
    );
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(await refusal(stripe.paymentIntents.create(payment({ customer: id })))).toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('payment methods', () => {
  it('are attached to a single customer and usable only there', async () => {
    const { stripe } = await startTestEngine();
    const [one, other] = await Promise.all([stripe.customers.create(), stripe.customers.create()]);
    const method = await stripe.paymentMethods.attach('pm_card_jcb', { customer: one.id });
    expect(method.card?.brand).toBe('jcb');
    expect((await stripe.customers.listPaymentMethods(one.id, { type: 'card' })).data).toHaveLength(1);
    expect(await refusal(stripe.paymentMethods.attach(method.id, { customer: other.id }))).toMatchObject({
      statusCode: 400,
    });
    const stolen = stripe.paymentIntents.create(payment({ customer: other.id, payment_method: method.id }));
    expect(await refusal(stolen)).toMatchObject({ statusCode: 400, param: 'payment_method' });
    const detached = await stripe.paymentMethods.detach(method.id);
    expect(detached.customer).toBeNull();
    expect(await refusal(stripe.paymentMethods.attach(method.id, { customer: one.id }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('have the same fingerprint for the same card number', async () => {
    const { stripe } = await startTestEngine();
    const { id: customer } = await stripe.customers.create();
    const [a, b, c] = await Promise.all(
      ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard'].map((each) =>
        stripe.paymentMethods.attach(each, { customer }),
      ),
    );
    expect(a?.card?.fingerprint).toBe(b?.card?.fingerprint);
    expect(a?.card?.fingerprint).not.toBe(c?.card?.fingerprint);
  });

  it('cannot be attached when the bank declines them, but can when only charging fails', async () => {
    const { stripe } = await startTestEngine();
    const { id: customer } = await stripe.customers.create();
    expect(await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const fails = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const charged = stripe.paymentIntents.create(payment({ customer, payment_method: fails.id }));
    expect(await refusal(charged)).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });

  it('are single-use unless they are saved to a customer', async () => {
    const { stripe } = await startTestEngine();
    const { id: customer } = await stripe.customers.create();
    const once = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    await stripe.paymentIntents.create(payment({ payment_method: once.id }));
    const again = stripe.paymentIntents.create(payment({ payment_method: once.id }));
    expect(await refusal(again)).toMatchObject({ statusCode: 400, param: 'payment_method' });
    const kept = await stripe.paymentIntents.create(payment({ customer, setup_future_usage: 'off_session' }));
    const later = payment({ customer, payment_method: String(kept.payment_method), off_session: true });
    expect((await stripe.paymentIntents.create(later)).status).toBe('succeeded');
  });

  it('become the invoice default only when attached', async () => {
    const { stripe } = await startTestEngine();
    const { id } = await stripe.customers.create();
    const loose = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const update = stripe.customers.update(id, { invoice_settings: { default_payment_method: loose.id } });
    expect(await refusal(update)).toMatchObject({ param: 'invoice_settings[default_payment_method]' });
    await stripe.paymentMethods.attach(loose.id, { customer: id });
    const set = await stripe.customers.update(id, { invoice_settings: { default_payment_method: loose.id } });
    expect(set.invoice_settings.default_payment_method).toBe(loose.id);
  });
});
