import { joinClassroom } from '@manabiba/shared/contract/rooms';
import { observed } from '@manabiba/telemetry/observed';
import { millisecondsInSecond } from 'date-fns/constants';

import type { DomainEventName } from '../../../api/src/messages/domain-event-map';
import type { Instruments } from './instruments';

/** Requests outside of the contract: unknown paths, webhooks, feeds. */
const NO_ENDPOINT = 'none';

/** The domain events by which something has been bought. */
const PURCHASES: Partial<Record<DomainEventName, string>> = {
  participationConfirmed: 'ticket',
  subscriptionStarted: 'plan',
};

/** `2xx`: the code itself would multiply the series. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const classOf = (status: number) => CLASSES[Math.floor(status / 100) - 1] ?? '5xx';

/** Counts the reports of the product. Returns the function that stops it. */
export function followProduct(instruments: Instruments): () => void {
  const { requests, pages, jobs, jobFailures, domainEvents, joins, purchases, deliveries } = instruments;
  const stops = [
    observed.request.watch(({ endpoint = NO_ENDPOINT, status, ms }) => {
      requests.observe({ endpoint, status: classOf(status) }, ms / millisecondsInSecond);
      if (endpoint === joinClassroom.name && status < 300) joins.inc();
    }),
    observed.page.watch(({ status, ms }) => pages.observe({ status: classOf(status) }, ms / millisecondsInSecond)),
    // Not "job": Prometheus gives its own label of that name to every sample.
    observed.job.watch(({ name, hasFailed, ms }) => {
      jobs.observe({ name }, ms / millisecondsInSecond);
      if (hasFailed) jobFailures.inc({ name });
    }),
    observed.defect.watch(({ kind }) => instruments.defects.inc({ kind })),
    observed.domainEvent.watch(({ name: event }) => {
      domainEvents.inc({ event });
      const kind = PURCHASES[event as DomainEventName];
      if (kind !== undefined) purchases.inc({ kind });
    }),
    observed.delivery.watch(({ channel, outcome }) => deliveries.inc({ channel, outcome })),
    observed.releaseView.watch(({ remote, version }) => instruments.releaseViews.inc({ remote, version })),
    observed.vital.watch(({ name: vital, value, remote, version }) => {
      if (vital === 'CLS') instruments.shifts.observe({ remote, version }, value);
      else instruments.vitals.observe({ vital, remote, version }, value / millisecondsInSecond);
    }),
    observed.releaseFailure.watch(({ remote, version }) => instruments.releaseFailures.inc({ remote, version })),
  ];
  return () => stops.forEach((stop) => stop());
}
