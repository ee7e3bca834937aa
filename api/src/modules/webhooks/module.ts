import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { DomainEventDispatcher } from '../../platform/events/domain-events';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { JobHandlers, Jobs } from '../../platform/jobs/jobs';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { createWebhookDeliveriesService } from './webhook-deliveries.service';
import { createWebhookEndpointsRepository } from './webhook-endpoints.repository';
import { createWebhookEndpointsService } from './webhook-endpoints.service';
import { webhookFactsRepository } from './webhook-facts.repository';
import { createWebhookHousekeeping } from './webhook-housekeeping.service';
import { createWebhookMessages } from './webhook-messages.service';
import { createWebhookSecrets } from './webhook-secrets';
import { createWebhookSender } from './webhook-sender';
import { webhooksRoutes } from './webhooks.routes';

interface WebhookDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  jobs: Jobs;
  mails: MailsService;
  users: UsersService;
  domainEvents: DomainEventDispatcher;
}

interface WebhookModule {
  jobHandlers: Pick<JobHandlers, 'send-webhook'>;
  housekeeping: HousekeepingTask[];
}

/** Registers webhooks of organizers: posts what happens to their events to addresses of theirs. */
export function addWebhookModule(app: FastifyInstance, deps: WebhookDeps): WebhookModule {
  const { db, env, clock, jobs, domainEvents } = deps;
  const { publicUrl, sessionSecret, allowsPrivateWebhooks: allowsPrivate } = env;
  const endpoints = createWebhookEndpointsRepository(db);
  const secrets = createWebhookSecrets(sessionSecret);
  const rows = createWebhookDeliveriesRepository(db);
  const deliveries = createWebhookDeliveriesService({
    ...deps,
    endpoints,
    deliveries: rows,
    send: createWebhookSender({ allowsPrivate, secrets, clock }),
  });
  webhooksRoutes(app, createWebhookEndpointsService({ ...deps, endpoints, secrets, allowsPrivate }), deliveries);
  domainEvents.consume('webhooks', createWebhookMessages({ facts: webhookFactsRepository, deliveries, publicUrl }));
  return {
    jobHandlers: { 'send-webhook': deliveries.send },
    housekeeping: [createWebhookHousekeeping({ db, deliveries: rows, jobs })],
  };
}
