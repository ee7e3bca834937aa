import * as prometheus from 'prom-client';

import {
  Counters as FirestoreCounters,
  renderMetrics as renderFirestore,
} from '../../../engines/firestore/src/metrics';
import { createCounters } from '../../../engines/livekit/src/media/counters';
import { Counters as LivekitCounters, renderMetrics as renderLivekit } from '../../../engines/livekit/src/metrics';
import { createInstruments } from '../../../server/src/metrics/instruments';

const NO_ROOMS = { rooms: 0, participants: 0, signal_connections: 0, recordings: 0 };
/** Returns the type of every metric that the product exports, by name. */
export async function exportedMetrics(): Promise<Map<string, string>> {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  createInstruments(prometheus, registry);
  const text = [
    await registry.metrics(),
    renderLivekit(NO_ROOMS, createCounters(), new LivekitCounters()),
    renderFirestore(new FirestoreCounters(), { channels: 0, pending_commits: 0 }),
  ].join('\n');
  return new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']): [string, string] => [name, type]),
  );
}

/** What Prometheus itself knows of every target. */
const OF_PROMETHEUS = new Set(['up']);

/** Returns the metrics that an expression of PromQL reads: names that are no function, keyword or label. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(bool|and|or|unless|sum|max|min|count|topk|e\d*)$/.test(name));
}

/** Returns the metrics that are not exported. */
export function unknownMetrics(expression: string, exported: ReadonlyMap<string, string>): string[] {
  return metricsIn(expression).filter((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    const isOfHistogram = base !== name && exported.get(base) === 'histogram';
    return !exported.has(name) && !isOfHistogram && !OF_PROMETHEUS.has(name);
  });
}
