import { invoiceItemRoutes } from './billing/invoice-item-routes';
import { invoiceRoutes } from './billing/invoice-routes';
import { subscriptionRoutes } from './billing/subscription-routes';
import { couponRoutes } from './catalogue/coupon-routes';
import { catalogueRoutes } from './catalogue/product-routes';
import { accountRoutes } from './connect/account-routes';
import { transferRoutes } from './connect/transfer-routes';
import { customerRoutes } from './customers/customer-routes';
import { paymentMethodRoutes } from './customers/payment-method-routes';
import { eventRoutes, webhookEndpointRoutes } from './events/event-routes';
import type { Route } from './http/route';
import { moneyRoutes } from './money/money-routes';
import { paymentIntentRoutes } from './payments/payment-intent-routes';
import { setupIntentRoutes } from './payments/setup-intent-routes';
import { testClockRoutes } from './time/test-clocks';

/** Every call of Stripe's API that the engine supports. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...moneyRoutes,
  ...catalogueRoutes,
  ...couponRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...testClockRoutes,
  ...accountRoutes,
  ...transferRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];
