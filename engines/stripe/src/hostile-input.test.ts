import { closeAll, SECRET_KEY, startTestEngine } from './testing/start-test-engine';

afterEach(closeAll);

const send = async (url: string, path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SECRET_KEY}`, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  }).catch(() => undefined);
  // The server may close the connection while receiving a body that it does not read.
  return response?.status ?? 413;
};

const long = 'x'.repeat(100_000);

describe('hostile input', () => {
  it.each<[string, string, Record<string, string>?]>([
    ['a body of a megabyte', 'name='.padEnd(1_000_000, 'x')],
    ['a value of 100 kB', `name=${long}`],
    ['a name of 100 kB', `${long}=1`],
    ['deep nesting', `metadata${'[a]'.repeat(10_000)}=1`],
    ['many parameters', Array.from({ length: 20_000 }, (_, n) => `a${n}=1`).join('&')],
    ['open brackets', `${'['.repeat(50_000)}=1`],
    ['a __proto__ key', '__proto__[admin]=1'],
    ['a __proto__ key in metadata', 'metadata[__proto__]=1'],
    ['a constructor key', 'metadata[constructor]=1&constructor[prototype][a]=1'],
    ['invalid percent-encoding', 'name=%E3%81'],
    ['a null byte', 'name=a%00b'],
    ['a list for a text', 'name[0]=a'],
    ['a text for an object', 'address=Tokyo'],
    ['two shapes of one name', 'metadata=1&metadata[a]=2'],
    ['a duplicate name', 'name=a&name=b'],
    ['too many metadata', Array.from({ length: 51 }, (_, n) => `metadata[k${n}]=1`).join('&')],
    ['another encoding', '{"name":"a"}', { 'Content-Type': 'application/json' }],
    ['an invalid account', 'name=a', { 'Stripe-Account': '../../etc' }],
    ['an overlong idempotency key', 'name=a', { 'Idempotency-Key': 'k'.repeat(8000) }],
  ])('%s is rejected with 4xx', async (_what, body, headers = {}) => {
    const { url, stripe } = await startTestEngine();
    const status = await send(url, '/v1/customers', body, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it.each([
    '/v1/customers/%00',
    '/v1/customers/%E3',
    `/v1/customers/${long.slice(0, 10_000)}`,
    '/v1/__proto__',
    '/v1/customers/cus_1/payment_methods/../../..',
    '/v1//',
  ])('the path %s is rejected with 4xx', async (path) => {
    const { url } = await startTestEngine();
    const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${SECRET_KEY}` } });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it.each([
    '/v1/payment_intents?limit=0',
    '/v1/payment_intents?limit=101',
    '/v1/payment_intents?limit=1e9',
    '/v1/payment_intents?created[gte]=-1',
    '/v1/payment_intents?created=9999999999999999999',
    '/v1/payment_intents?starting_after=pi_none',
    '/v1/payment_intents?expand[0]=data.customer.a.b.c.d.e.f',
    `/v1/payment_intents?${Array.from({ length: 30 }, (_, n) => `expand[${n}]=data.customer`).join('&')}`,
    '/v1/invoice_payments?payment[type]=__proto__',
    '/v1/events?type=%25',
  ])('the list %s is rejected with 400', async (path) => {
    const { url } = await startTestEngine();
    const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${SECRET_KEY}` } });
    expect(response.status).toBe(400);
  });

  it.each(['0', '-1', '1.5', '1e3', '0x10', '99999999999999999999', '９', ' 100', ''])(
    'an amount of %j is rejected',
    async (amount) => {
      const { url } = await startTestEngine();
      const body = `currency=jpy&amount=${encodeURIComponent(amount)}`;
      expect(await send(url, '/v1/payment_intents', body)).toBe(400);
    },
  );

  it('parsing time grows linearly with the form', async () => {
    const { url } = await startTestEngine();
    const form = (pairs: number) => Array.from({ length: pairs }, (_, n) => `metadata[a${n}][b][c]=${n}`).join('&');
    /** Processor time of this process, which other load on the machine does not lengthen, in microseconds. */
    const timeOf = async (pairs: number) => {
      const body = form(pairs);
      const before = process.cpuUsage();
      for (let count = 0; count < 10; count += 1) await send(url, '/v1/customers', body);
      return process.cpuUsage(before).user;
    };
    await timeOf(500);
    const times: [number, number][] = [];
    for (let round = 0; round < 3; round += 1) times.push([await timeOf(900), await timeOf(1800)]);
    // The best of three, without the garbage collector's work. Quadratic parsing would take four times as long.
    const [short, twice] = [0, 1].map((index) => Math.min(...times.map((pair) => pair[index] ?? Infinity)));
    expect((twice ?? Infinity) / (short ?? 0)).toBeLessThan(3.5);
  });
});
