import {
  createGuestPaymentIntent,
  createPaymentIntent,
  getPaymentConfig,
  listSaleHistories,
} from '@manabiba/shared/contract/payments';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import type { CheckoutService } from './checkout.service';
import type { PaymentProvider } from './payment-provider';
import type { SalesService } from './sales.service';
import type { WebhooksService } from './webhooks.service';

const METHODS = ['card', 'konbini', 'paypay'] as const;
/** A payment's calls wait for the provider between two transactions and find by what is written what they did before. */
const waitsForProvider = { knowsIntents: true };

export function paymentsRoutes(
  app: FastifyInstance,
  { checkout, sales, provider }: { checkout: CheckoutService; sales: SalesService; provider: PaymentProvider | null },
) {
  route(
    app,
    createPaymentIntent,
    ({ params, body, viewer }) => checkout.begin(viewer, params.id, body),
    waitsForProvider,
  );
  route(
    app,
    createGuestPaymentIntent,
    ({ params, body, viewer, intent }) => checkout.beginAsGuest(viewer, params.id, body, intent),
    waitsForProvider,
  );
  route(app, getPaymentConfig, () => {
    if (!provider) throw new AppError('unavailable');
    const { publishableKey, scriptUrl } = provider;
    return { publishableKey, scriptUrl, isTest: publishableKey.startsWith('pk_test_'), methods: [...METHODS] };
  });
  route(app, listSaleHistories, ({ query, viewer }) => sales.list(viewer, query));
}

/** The largest body of a webhook, in bytes; the provider's are a few kB. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

/**
 * POST /v1/webhooks/stripe. Signed bytes, so no call of the contract: answered with 200 as soon as the event is stored, with
 * 400 when the provider did not sign it.
 */
export function webhooksRoutes(app: FastifyInstance, webhooks: WebhooksService) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { bodyLimit: MAX_WEBHOOK_BYTES }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const isStored =
        Buffer.isBuffer(request.body) &&
        (await webhooks.receive(request.body, typeof signature === 'string' ? signature : undefined));
      if (!isStored) return reply.code(400).send({ error: '不正なリクエストです。', code: 'bad_origin' });
      return { received: true };
    });
  });
}
