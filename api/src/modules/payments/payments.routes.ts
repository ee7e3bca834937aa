import { errorCatalogue } from '@manabiba/shared/contract/errors';
import {
  createGuestPaymentIntent,
  createPaymentIntent,
  getPaymentConfig,
  listSaleHistories,
} from '@manabiba/shared/contract/payments';
import { createSeriesPaymentIntent } from '@manabiba/shared/contract/series-payments';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../http/caller-address';
import { route } from '../../http/route';
import { notOffered } from '../../platform/app-error';
import type { CheckoutService } from './checkout.service';
import type { PaymentProvider } from './payment-provider';
import type { SalesService } from './sales.service';
import type { SeriesCheckoutService } from './series-checkout.service';
import type { WebhooksService } from './webhooks/webhooks.service';

const METHODS = ['card', 'konbini', 'paypay'] as const;
/**
 * Payment calls wait for the provider between two transactions and recognise a repeated call by what the first one
 * recorded.
 */
const waitsForProvider = { knowsIntents: true };

export function paymentsRoutes(
  app: FastifyInstance,
  { checkout, sales, provider }: { checkout: CheckoutService; sales: SalesService; provider: PaymentProvider | null },
) {
  route(app, createPaymentIntent, ({ params, body, viewer }) => checkout.begin(viewer, params.id, body), {
    ...waitsForProvider,
    refuseEarly: ({ params, body, viewer }) => checkout.refuseEarly(viewer, params.id, body),
  });
  route(
    app,
    createGuestPaymentIntent,
    ({ params, body, viewer, request, intent }) =>
      checkout.beginAsGuest(viewer, params.id, body, { intent, address: callerAddress(request.ip) }),
    waitsForProvider,
  );
  route(app, getPaymentConfig, () => {
    if (!provider) throw notOffered();
    const { publishableKey, scriptUrl } = provider;
    return { publishableKey, scriptUrl, isTest: publishableKey.startsWith('pk_test_'), methods: [...METHODS] };
  });
  route(app, listSaleHistories, ({ query, viewer }) => sales.list(viewer, query));
}

export function seriesPaymentsRoutes(app: FastifyInstance, checkout: SeriesCheckoutService) {
  route(
    app,
    createSeriesPaymentIntent,
    ({ params, body, viewer }) => checkout.begin(viewer, params.id, body),
    waitsForProvider,
  );
}

/** Largest accepted webhook body, in bytes; the provider sends a few kB. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

/**
 * POST /v1/webhooks/stripe. Not part of the contract because the signature covers the raw bytes. Answers 200 as soon as
 * the event is stored, 400 when the signature is invalid.
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
      if (!isStored) return reply.code(400).send({ error: errorCatalogue.bad_origin.sentence, code: 'bad_origin' });
      return { received: true };
    });
  });
}
