import * as prometheus from 'prom-client';

import { createInstruments, type Instruments } from '../../../server/src/metrics/instruments';

/** What every sample gets by the scrape. */
const TARGET = { job: 'manabiba', instance: 'web-1:9464' };

/** A state of the product: what happens in one minute. `others` are samples that not the instruments export. */
type State = (instruments: Instruments, minute: number, others: Record<string, number>) => void;

const times = (count: number, work: () => void) => {
  for (let index = 0; index < count; index += 1) work();
};
const queue =
  (name: string, seconds: number): State =>
  ({ queueOldest }) =>
    queueOldest.set({ queue: name }, seconds);

/** A product that works: everything happens, a little of it fails. */
export const healthy: State = (instruments, minute, others) => {
  const { requests, pages, queueOldest, jobs } = instruments;
  times(100, () => requests.observe({ endpoint: 'getMe', status: '2xx' }, 0.02));
  times(30, () => pages.observe({ status: '2xx' }, 0.05));
  if (minute === 0) requests.observe({ endpoint: 'getMe', status: '5xx' }, 0.02);
  instruments.databaseIsUp.set(1);
  instruments.connections.set({ state: 'waiting' }, 0);
  for (const name of ['domain_events', 'live_documents', 'mails', 'jobs']) queueOldest.set({ queue: name }, 0.5);
  jobs.observe({ name: 'sweep-rooms' }, 0.1);
  if (minute === 3) instruments.jobFailures.inc({ name: 'sweep-rooms' });
  instruments.engineIsUp.set({ engine: 'media engine' }, 1);
  instruments.engineRestarts.set({ engine: 'media engine' }, 0);
  times(50, () => instruments.releaseViews.inc({ remote: 'mf-events', version: '1.0.0' }));
  instruments.releaseFailures.inc({ remote: 'mf-events', version: '1.0.0' });
  times(5, () => instruments.vitals.observe({ vital: 'LCP', remote: 'mf-events', version: '1.0.0' }, 1.5));
  others['up'] = 1;
  others['nodejs_eventloop_lag_p99_seconds'] = 0.02;
};

/** The state in which each alert must fire, on top of a healthy one. */
export const failing: Record<string, State> = {
  ProcessDown: (_instruments, _minute, others) => {
    others['up'] = 0;
  },
  RequestsFail: ({ requests }) => times(5, () => requests.observe({ endpoint: 'joinClassroom', status: '5xx' }, 0.1)),
  RequestsSlow: ({ requests }) => times(10, () => requests.observe({ endpoint: 'search', status: '2xx' }, 3)),
  PagesFail: ({ pages }) => times(3, () => pages.observe({ status: '5xx' }, 0.1)),
  DatabaseDown: ({ databaseIsUp }) => databaseIsUp.set(0),
  ConnectionsExhausted: ({ connections }) => connections.set({ state: 'waiting' }, 7),
  EventLoopBlocked: (_instruments, _minute, others) => {
    others['nodejs_eventloop_lag_p99_seconds'] = 0.4;
  },
  DomainEventsLate: queue('domain_events', 120),
  LiveDocumentsLate: queue('live_documents', 30),
  MailsLate: queue('notifications_push', 1200),
  JobsLate: queue('jobs', 600),
  JobFails: ({ jobFailures }) => jobFailures.inc({ name: 'settle-event' }),
  DefectFound: ({ defects }) => defects.inc({ kind: 'second-connection' }),
  EngineDown: ({ engineIsUp }) => engineIsUp.set({ engine: 'media engine' }, 0),
  EngineRestarts: ({ engineRestarts }, minute) => engineRestarts.set({ engine: 'media engine' }, minute),
  ReleaseFails: ({ releaseFailures }) =>
    times(10, () => releaseFailures.inc({ remote: 'mf-events', version: '1.0.0' })),
  PagesSlow: ({ vitals }) => times(5, () => vitals.observe({ vital: 'LCP', remote: 'mf-events', version: '1.0.0' }, 6)),
};

export const MINUTES = 25;

export interface Series {
  labels: Record<string, string>;
  /** One a minute; null before the series began. */
  values: (number | null)[];
}

/** Brings the product's own instruments into a state and returns what Prometheus would read each minute. */
export async function seriesOf(state: State): Promise<Series[]> {
  const registry = new prometheus.Registry();
  const instruments = createInstruments(prometheus, registry);
  const read = new Map<string, Series>();
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    const others = {};
    healthy(instruments, minute, others);
    state(instruments, minute, others);
    const samples = (await registry.getMetricsAsJSON()).flatMap(({ name, values }) =>
      values.map((one) => ({
        labels: { ...one.labels, __name__: 'metricName' in one ? String(one.metricName) : name },
        value: one.value,
      })),
    );
    const ofOthers = Object.entries<number>(others).map(([name, value]) => ({ labels: { __name__: name }, value }));
    for (const { labels, value } of [...samples, ...ofOthers]) {
      const own = Object.fromEntries(
        Object.entries({ ...labels, ...TARGET }).map(([key, each]) => [key, String(each)]),
      );
      const key = JSON.stringify(own);
      const series = read.get(key) ?? { labels: own, values: Array<null>(minute).fill(null) };
      series.values.push(value);
      read.set(key, series);
    }
  }
  return [...read.values()];
}
