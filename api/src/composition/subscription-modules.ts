import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import type { MailsService } from '../modules/mails/mails.service';
import { createSubscriptionPaymentsService } from '../modules/payments/subscription-payments.service';
import { createAppStoreService } from '../modules/subscriptions/app-stores/app-store.service';
import { createAppleAppStore } from '../modules/subscriptions/app-stores/apple-app-store';
import { createGooglePlay } from '../modules/subscriptions/app-stores/google-play';
import {
  type ApplySubscriptionService,
  createApplySubscriptionService,
} from '../modules/subscriptions/apply-subscription.service';
import { type CardsService, createCardsService } from '../modules/subscriptions/cards.service';
import { createPlansRepository } from '../modules/subscriptions/plans/plans.repository';
import { createPlansService } from '../modules/subscriptions/plans/plans.service';
import { createSubscriptionProvider } from '../modules/subscriptions/provider/subscription-provider';
import {
  createSettleSubscriptionsService,
  type SettleSubscriptionsService,
} from '../modules/subscriptions/settle-subscriptions.service';
import { createSubscribeService } from '../modules/subscriptions/subscribe.service';
import {
  createSubscriptionDeparturesService,
  type SubscriptionDeparturesService,
} from '../modules/subscriptions/subscription-departures.service';
import { createSubscriptionsRepository } from '../modules/subscriptions/subscriptions.repository';
import { subscriptionsRoutes } from '../modules/subscriptions/subscriptions.routes';
import { createSubscriptionsService, showSubscription } from '../modules/subscriptions/subscriptions.service';
import { createTrialService } from '../modules/subscriptions/trial.service';
import { createTrialsRepository } from '../modules/subscriptions/trials.repository';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Jobs } from '../platform/jobs/jobs';
import type { Limiter } from '../platform/security/limiter';

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
  const settling = createSettleSubscriptionsService({ ...own, subscribing, appStores, mails });
  return {
    news: apply,
    departures: createSubscriptionDeparturesService({ ...basics, subscriptions, trial }),
    jobHandlers: settling.jobHandlers,
    reconcile: settling.reconcile,
    cards,
  };
}
