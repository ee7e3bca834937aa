import { millisecondsInMinute } from 'date-fns/constants';

import type { Db } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { Jobs } from '../../platform/jobs/jobs';
import type { WebhookDeliveriesRepository } from './webhook-deliveries.repository';

/** A delivery this late has lost its job. */
const LOST_AFTER_MS = 10 * millisecondsInMinute;

interface WebhookHousekeepingDeps {
  db: Db;
  deliveries: WebhookDeliveriesRepository;
  jobs: Jobs;
}

/** Queues deliveries again whose job was lost, and deletes what the log no longer shows. */
export function createWebhookHousekeeping({ db, deliveries, jobs }: WebhookHousekeepingDeps): HousekeepingTask {
  return async (now) => {
    for (const { id: deliveryId } of await deliveries.findOverdue(new Date(now.getTime() - LOST_AFTER_MS)))
      await inTransaction(db, (trx) => jobs.enqueue(trx, 'send-webhook', { deliveryId }, now));
    await deliveries.deleteOld();
  };
}
