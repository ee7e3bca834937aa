/** Counts what the engine has done since its start. */
export class Counters {
  commits = 0;
  changes = 0;
  failures = 0;
  readonly #refused = new Map<string, number>();

  /** @param status one of Google's status codes. */
  addRefused(status: string): void {
    this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
  }

  get refused(): Iterable<[string, number]> {
    return this.#refused;
  }
}

/** Current values. */
interface Gauges {
  readonly channels: number;
  readonly pending_commits: number;
}

/** Returns the state of the engine in the Prometheus text format. */
export function renderMetrics(counters: Counters, gauges: Gauges): string {
  const series = (name: string, type: 'counter' | 'gauge', help: string, samples: Iterable<[string, number]>) =>
    `# HELP firestore_engine_${name} ${help}.\n# TYPE firestore_engine_${name} ${type}\n${[...samples].map(([labels, value]) => `firestore_engine_${name}${labels} ${value}\n`).join('')}`;
  const refused = [...counters.refused].map(([status, count]): [string, number] => [`{status="${status}"}`, count]);
  return [
    series('channels', 'gauge', 'Open sessions of clients', [['', gauges.channels]]),
    series('pending_commits', 'gauge', 'Commits that wait for the storage', [['', gauges.pending_commits]]),
    series('resident_memory_bytes', 'gauge', 'Memory of the process', [['', process.memoryUsage.rss()]]),
    series('commits_total', 'counter', 'Durable commits', [['', counters.commits]]),
    series('changes_total', 'counter', 'Documents that commits have changed', [['', counters.changes]]),
    series('failures_total', 'counter', 'Failures of a part of the engine', [['', counters.failures]]),
    series('refused_total', 'counter', 'Refused requests and messages of clients, by status', refused),
  ].join('');
}
