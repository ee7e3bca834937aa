import type { Registry } from 'prom-client';

type Prometheus = typeof import('prom-client');

/** Upper bounds of durations, in seconds: few, because each makes a series of every endpoint. */
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The limits of good and poor pages are among them. */
const VITAL_SECONDS = [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8];
const SHIFT_SCORES = [0.05, 0.1, 0.25, 0.5];
const JOB_SECONDS = [0.05, 0.25, 1, 5, 30, 120, 600];

/** Creates all metrics of the product. Their names are what dashboards and alerts ask for. */
export function createInstruments({ Counter, Gauge, Histogram }: Prometheus, registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `manabiba_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `manabiba_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[]) =>
    new Histogram({ name: `manabiba_${name}`, help, buckets, labelNames, registers });
  return {
    requests: histogram('request_duration_seconds', 'Requests of the api, by endpoint.', REQUEST_SECONDS, [
      'endpoint',
      'status',
    ]),
    pages: histogram('page_duration_seconds', 'Pages, from request to answer.', REQUEST_SECONDS, ['status']),
    connections: gauge('database_connections', 'Connections of the pool, and who waits for one.', ['state']),
    databaseIsUp: gauge('database_up', 'Whether the database answered this scrape.'),
    queueWaiting: gauge('queue_waiting', 'What waits in a queue of the database.', ['queue']),
    queueOldest: gauge('queue_oldest_seconds', 'Age of the oldest that waits in a queue.', ['queue']),
    jobs: histogram('job_duration_seconds', 'Runs of jobs.', JOB_SECONDS, ['name']),
    jobFailures: counter('job_failures_total', 'Failed runs of jobs.', ['name']),
    defects: counter('defects_total', 'Faults of the code that the process survived.', ['kind']),
    domainEvents: counter('domain_events_total', 'Committed domain events.', ['event']),
    joins: counter('joins_total', 'Joined rooms.'),
    purchases: counter('purchases_total', 'Confirmed tickets and started plans.', ['kind']),
    deliveries: counter('deliveries_total', 'Attempts to deliver mails and push messages.', ['channel', 'outcome']),
    releases: gauge('release_info', 'The releases that pages get.', ['remote', 'version', 'state']),
    releaseViews: counter('release_views_total', 'Page views with a release.', ['remote', 'version']),
    releaseFailures: counter('release_failures_total', 'Page views in which a release failed.', ['remote', 'version']),
    vitals: histogram('web_vital_seconds', 'LCP, INP and TTFB in browsers.', VITAL_SECONDS, [
      'vital',
      'remote',
      'version',
    ]),
    shifts: histogram('web_vital_shift', 'CLS in browsers.', SHIFT_SCORES, ['remote', 'version']),
    engineIsUp: gauge('engine_up', 'Whether an engine in a process of its own works.', ['engine']),
    engineRestarts: gauge('engine_restarts', 'How often an engine has been started again.', ['engine']),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
