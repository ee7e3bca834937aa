/** A page or slot whose code has loaded. */
export interface ReadyPart {
  remote: string;
  kind: string;
  key: string;
  version: string;
  at: number;
}

/** Returns the part that a mark calls ready (`report-outcome.ts`). */
export function readyPartOf(mark: PerformanceEntry): ReadyPart | undefined {
  const [, remote = '', kind = '', key = ''] = /^remote ([^/]+)\/([^/]+)\/(\S+) ready$/.exec(mark.name) ?? [];
  const { version = '' } = (mark as PerformanceMark & { detail: { version?: string } | null }).detail ?? {};
  return remote ? { remote, kind, key, version, at: mark.startTime } : undefined;
}

/**
 * Takes entries of the page's timeline, also those from before it was called. Browsers without this type have none.
 * Returns a function that stops it.
 */
export function observe<Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void): () => void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return () => undefined;
  const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take));
  observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}
