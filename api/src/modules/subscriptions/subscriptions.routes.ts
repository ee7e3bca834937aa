import {
  checkTrialCoupon,
  createAppSubscription,
  createSubscription,
  deleteSubscription,
  getAppSubscriptionPlan,
  getStripeCard,
  getSubscription,
  getSubscriptionTrial,
  listSubscriptionPlans,
  updateSubscription,
} from '@manabiba/shared/contract/plans';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { AppStoreService } from './app-stores/app-store.service';
import type { CardsService } from './cards.service';
import type { PlansService } from './plans/plans.service';
import type { SubscribeService } from './subscribe.service';
import type { SubscriptionsService } from './subscriptions.service';
import type { TrialService } from './trial.service';

interface Services {
  plans: PlansService;
  trial: TrialService;
  cards: CardsService;
  subscribing: SubscribeService;
  subscriptions: SubscriptionsService;
  appStores: AppStoreService;
}

/**
 * These calls wait for the provider between two transactions and recognise a repeated call by what the first one
 * recorded.
 */
const waitsForProvider = { knowsIntents: true };

export function subscriptionsRoutes(app: FastifyInstance, services: Services) {
  const { plans, trial, cards, subscribing, subscriptions, appStores } = services;
  route(app, listSubscriptionPlans, plans.list, { microCache: true });
  route(app, getAppSubscriptionPlan, plans.ofApps, { microCache: true });
  route(app, checkTrialCoupon, ({ body, viewer }) => trial.checkCoupon(viewer, body.code));
  route(app, getSubscriptionTrial, ({ viewer }) => trial.get(viewer));
  route(app, getStripeCard, ({ viewer }) => cards.get(viewer.id));
  route(app, getSubscription, ({ viewer }) => subscriptions.get(viewer));
  route(app, createSubscription, ({ body, viewer }) => subscribing.subscribe(viewer, body), waitsForProvider);
  route(app, updateSubscription, ({ body, viewer }) => subscriptions.update(viewer, body), waitsForProvider);
  route(
    app,
    deleteSubscription,
    ({ body, viewer }) => subscriptions.cancel(viewer, body.reason ?? ''),
    waitsForProvider,
  );
  route(app, createAppSubscription, ({ body, viewer }) => appStores.create(viewer, body), waitsForProvider);
}
