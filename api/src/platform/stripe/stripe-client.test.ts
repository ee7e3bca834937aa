import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { askStripe, createStripeClient, isRepeatable } from './stripe-client';

/** What the provider answers while the first request with the same key is under way. */
const KEY_IN_USE = { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'in use' } };

let server: Server;
let requests = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify(KEY_IN_USE));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('reports a request that is still under way as a conflict, no outage', async () => {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = createStripeClient({ secretKey: 'sk_test_1', apiUrl });
  const call = askStripe(
    stripe.paymentIntents.create({ amount: 1500, currency: 'jpy' }, { idempotencyKey: 'intent-1' }),
  );
  const error: unknown = await call.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'conflict', status: 409 });
  expect(isRepeatable(error)).toBe(true);
  // The SDK has repeated it before.
  expect(requests).toBeGreaterThan(1);
});
