import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Jobs } from '../../platform/jobs/jobs';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import { createSubscriptionPaymentsService } from '../payments/subscription-payments.service';
import type { UsersService } from '../users/users.service';
import { createAppStoreService } from './app-stores/app-store.service';
import { createAppleAppStore } from './app-stores/apple-app-store';
import { createGooglePlay } from './app-stores/google-play';
import { type ApplySubscriptionService, createApplySubscriptionService } from './apply-subscription.service';
import { type CardsService, createCardsService } from './cards.service';
import { createPlanPricesService } from './plan-prices.service';
import { createPlansRepository } from './plans/plans.repository';
import { createPlansService } from './plans/plans.service';
import { createSubscriptionProvider } from './provider/subscription-provider';
import { createSettleSubscriptionsService, type SettleSubscriptionsService } from './settle-subscriptions.service';
import { createSubscribeService } from './subscribe.service';
import {
  createSubscriptionDeparturesService,
  type SubscriptionDeparturesService,
} from './subscription-departures.service';
import { createSubscriptionsRepository } from './subscriptions.repository';
import { subscriptionsRoutes } from './subscriptions.routes';
import { createSubscriptionsService, showSubscription } from './subscriptions.service';
import { createTrialService } from './trial.service';
import { createTrialsRepository } from './trials.repository';

interface SubscriptionDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  mails: MailsService;
  users: UsersService;
  jobs: Jobs;
}

export interface SubscriptionModules {
  /** Applies what webhooks report about plans. */
  news: Pick<ApplySubscriptionService, 'applySubscription' | 'applyInvoice'>;
  departures: SubscriptionDeparturesService;
  jobHandlers: SettleSubscriptionsService['jobHandlers'];
  reconcile: SettleSubscriptionsService['reconcile'];
  cards: Pick<CardsService, 'onFile'>;
}

/** Registers plans, trials and subscriptions through the payment provider and the app stores. */
export function addSubscriptionModules(app: FastifyInstance, deps: SubscriptionDeps): SubscriptionModules {
  const { db, env, clock, limiter, mails, users, jobs } = deps;
  const basics = { db, clock, users, jobs };
  const provider = env.payments && createSubscriptionProvider(env.payments);
  const subscriptions = createSubscriptionsRepository(db);
  const trials = createTrialsRepository(db);
  const planRows = createPlansRepository(db);
  const plans = createPlansService({ plans: planRows });
  const trial = createTrialService({ trials, plans: planRows, subscriptions, limiter, clock });
  const cards = createCardsService({ trials, clock });
  const payments = createSubscriptionPaymentsService();
  const apply = createApplySubscriptionService({ ...basics, subscriptions, provider, plans, trial, payments, mails });
  const show = showSubscription(plans);
  const own = { ...basics, subscriptions, provider, plans, cards, trial, apply, show };
  const subscribing = createSubscribeService(own);
  const { apple, googlePlay } = env.appStores;
  const appStores = createAppStoreService({
    ...own,
    stores: { ios: apple && createAppleAppStore(apple), android: googlePlay && createGooglePlay(googlePlay) },
  });
  subscriptionsRoutes(app, {
    plans,
    trial,
    cards,
    subscribing,
    appStores,
    subscriptions: createSubscriptionsService(own),
  });
  const prices = createPlanPricesService({ ...own, planRows, mails });
  const settling = createSettleSubscriptionsService({ ...own, subscribing, appStores, mails, prices });
  return {
    news: apply,
    departures: createSubscriptionDeparturesService({ ...basics, subscriptions, trial }),
    jobHandlers: settling.jobHandlers,
    reconcile: settling.reconcile,
    cards,
  };
}
