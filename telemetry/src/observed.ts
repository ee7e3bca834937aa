import { channel } from 'node:diagnostics_channel';

/**
 * Reports of the product about its work, for metrics and traces. Built on Node's diagnostics channels: without a
 * subscriber, a report only checks one property.
 */
export interface Observation<T> {
  readonly isWatched: boolean;
  report(message: T): void;
  /** Returns the function that unsubscribes. */
  watch(take: (message: T) => void): () => void;
}

function observation<T>(name: string): Observation<T> {
  const reports = channel(`manabiba:${name}`);
  return {
    get isWatched() {
      return reports.hasSubscribers;
    },
    report: (message) => reports.publish(message),
    watch(take) {
      const listener = (message: unknown) => take(message as T);
      reports.subscribe(listener);
      return () => void reports.unsubscribe(listener);
    },
  };
}

/** A release of a remote. */
interface ReleaseOf {
  remote: string;
  version: string;
}

export const observed = {
  /** An answered request of the api; `endpoint` is its name in the contract, undefined outside of the contract. */
  request: observation<{ endpoint: string | undefined; status: number; ms: number }>('request'),
  /** An answered request for a page. */
  page: observation<{ status: number; ms: number }>('page'),
  /** A run of a job. */
  job: observation<{ name: string; hasFailed: boolean; ms: number }>('job'),
  /** A committed domain event, reported once, by the process that delivers it to its consumers. */
  domainEvent: observation<{ name: string }>('domain-event'),
  /** An attempt to deliver a mail of the outbox, or a notification by mail or push. */
  delivery: observation<{ channel: 'mail' | 'push'; outcome: 'sent' | 'failed' | 'dropped' | 'later' }>('delivery'),
  /** A page view with a release, or a failure of it. */
  releaseView: observation<ReleaseOf>('release-view'),
  releaseFailure: observation<ReleaseOf>('release-failure'),
  /** How fast a page was in a browser: milliseconds, or the score of CLS. The shell's own pages have no version. */
  vital: observation<ReleaseOf & { name: 'LCP' | 'INP' | 'TTFB' | 'CLS'; value: number }>('vital'),
  /** A fault of the code that the process survived. */
  defect: observation<{ kind: 'unhandled-rejection' | 'second-connection' | 'housekeeping' }>('defect'),
  /** The state of an engine in its own process, reported at every health check and restart. */
  engine: observation<{
    /** Its name in the log, such as `the media engine`. */
    name: string;
    isHealthy: boolean;
    restarts: number;
    /** Its own metrics in the Prometheus text format. */
    metrics: string;
  }>('engine'),
};
