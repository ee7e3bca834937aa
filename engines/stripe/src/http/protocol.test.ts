import { closeAll, payment, PUBLISHABLE_KEY, refusal, startTestEngine } from '../testing/start-test-engine';

afterEach(closeAll);

describe('keys', () => {
  it('are required and must be known', async () => {
    const { client, url } = await startTestEngine();
    expect(await refusal(client('sk_test_other').customers.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    const response = await fetch(`${url}/v1/customers`);
    expect(response.status).toBe(401);
  });

  it('of browsers grant only what a client_secret allows', async () => {
    const { stripe, client } = await startTestEngine();
    const browser = client(PUBLISHABLE_KEY);
    expect(await refusal(browser.customers.list())).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
    const { id, client_secret: secret } = await stripe.paymentIntents.create(
      payment({ confirm: false, payment_method: undefined, return_url: undefined, metadata: { order: '7' } }),
    );
    expect(await refusal(browser.paymentIntents.retrieve(id))).toMatchObject({ param: 'client_secret' });
    const wrong = browser.paymentIntents.retrieve(id, { client_secret: `${id}_secret_guess` });
    expect(await refusal(wrong)).toMatchObject({ statusCode: 400, param: 'client_secret' });
    const seen = await browser.paymentIntents.retrieve(id, { client_secret: secret ?? '' });
    expect(seen).toMatchObject({ id, amount: 1000 });
    expect(seen).not.toHaveProperty('metadata');
  });

  it('of browsers work from any page', async () => {
    const { url } = await startTestEngine();
    const response = await fetch(`${url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://x.jp' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});

describe('responses', () => {
  it('carry the id of the request and the version of the API', async () => {
    const { stripe } = await startTestEngine();
    const { lastResponse } = await stripe.customers.create();
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe(stripe.getApiField('version'));
  });

  it('report unknown parameters, missing parameters and unknown objects', async () => {
    const { stripe, url } = await startTestEngine();
    const unknown = { ...payment(), payment_method_types: ['card'] };
    expect(await refusal(stripe.paymentIntents.create(unknown))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
    const response = await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_engine', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'currency=jpy',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'parameter_missing', param: 'amount' } });
    expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await refusal(stripe.paymentIntents.create(payment({ customer: 'cus_none' })))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
  });

  it('contain expanded fields and reject expansion of non-references', async () => {
    const { stripe } = await startTestEngine();
    const { id: customer } = await stripe.customers.create({ name: '花子' });
    await stripe.paymentIntents.create(payment({ customer, setup_future_usage: 'off_session' }));
    const page = await stripe.paymentIntents.list({ expand: ['data.customer', 'data.payment_method'] });
    expect(page.data[0]).toMatchObject({ customer: { name: '花子' }, payment_method: { type: 'card' } });
    expect(JSON.stringify(page)).not.toContain('"_');
    expect(await refusal(stripe.paymentIntents.list({ expand: ['data.amount'] }))).toMatchObject({ param: 'expand' });
  });

  it("are paginated in both directions and support the SDK's iteration", async () => {
    const { stripe, clock } = await startTestEngine();
    for (let count = 0; count < 7; count += 1) {
      clock.now += 1000;
      await stripe.customers.create({ name: `${count}` });
    }
    const names: unknown[] = [];
    for await (const customer of stripe.customers.list({ limit: 3 })) names.push(customer.name);
    expect(names).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    const first = await stripe.customers.list({ limit: 3 });
    const last = first.data.at(-1)?.id ?? '';
    const next = await stripe.customers.list({ limit: 2, starting_after: last });
    expect(next.data.map(({ name }) => name)).toEqual(['3', '2']);
    const back = await stripe.customers.list({ limit: 2, ending_before: next.data.at(0)?.id });
    expect(back.data.map(({ name }) => name)).toEqual(['5', '4']);
    expect(back.has_more).toBe(true);
    const since = await stripe.customers.list({ created: { gte: Math.floor(clock.now / 1000) - 1 } });
    expect(since.data.map(({ name }) => name)).toEqual(['6', '5']);
  });
});

describe('idempotency keys', () => {
  it('replay the response, including for a declined card', async () => {
    const { stripe } = await startTestEngine();
    const once = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k1' });
    const again = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k1' });
    expect(again.id).toBe(once.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    const declined = () =>
      refusal(
        stripe.paymentIntents.create(payment({ payment_method: 'pm_card_chargeDeclined' }), { idempotencyKey: 'k2' }),
      );
    const [first, second] = [await declined(), await declined()];
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect((await stripe.charges.list()).data).toHaveLength(2);
  });

  it('reject different parameters and concurrent calls', async () => {
    const { stripe } = await startTestEngine();
    await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'k1' });
    expect(await refusal(stripe.customers.create({ name: 'b' }, { idempotencyKey: 'k1' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    const calls = await Promise.allSettled(
      Array.from({ length: 5 }, () => stripe.customers.create({ name: 'c' }, { idempotencyKey: 'k2' })),
    );
    const codes = calls.flatMap((call) =>
      call.status === 'rejected' ? [(call.reason as { statusCode: number }).statusCode] : [],
    );
    expect(codes.every((code) => code === 409)).toBe(true);
    expect((await stripe.customers.list()).data.filter(({ name }) => name === 'c')).toHaveLength(1);
  });

  it('record nothing for an invalid call', async () => {
    const { stripe } = await startTestEngine();
    const invalid = { ...payment(), unknown: 1 };
    await refusal(stripe.paymentIntents.create(invalid, { idempotencyKey: 'k1' }));
    expect((await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k1' })).status).toBe('succeeded');
  });

  it('expire after a day', async () => {
    const { stripe, clock } = await startTestEngine();
    const once = await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'k1' });
    clock.now += 86_400_000;
    const later = await stripe.customers.create({ name: 'b' }, { idempotencyKey: 'k1' });
    expect(later.id).not.toBe(once.id);
  });
});

it('refuses to run in production unless allowed', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(startTestEngine()).rejects.toThrow('NODE_ENV=production');
    const { engine } = await startTestEngine({ allowInProduction: true });
    await expect(engine.health()).resolves.toBeUndefined();
  } finally {
    process.env.NODE_ENV = before;
  }
});

it('reports its health', async () => {
  const { engine } = await startTestEngine();
  await expect(engine.health()).resolves.toBeUndefined();
  await engine.close();
  await expect(engine.health()).rejects.toThrow('does not listen');
});
