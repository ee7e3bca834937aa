import { customerRoutes } from './customers/customer-routes';
import { paymentMethodRoutes } from './customers/payment-method-routes';
import { eventRoutes, webhookEndpointRoutes } from './events/event-routes';
import type { Route } from './http/route';
import { moneyRoutes } from './money/money-routes';
import { paymentIntentRoutes } from './payments/payment-intent-routes';
import { setupIntentRoutes } from './payments/setup-intent-routes';

/** Every call of Stripe's API that the engine answers. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...moneyRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];
