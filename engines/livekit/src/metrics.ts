import type { MediaMetrics } from './media/media-plane';

/** Counters by name and kind. The engine chooses the kinds, never a client. */
const COUNTED = {
  signal_refused: 'Signal connections refused, by reason',
  signal_ended: 'Signal connections ended by the engine, by reason',
  requests: 'Signal requests, by kind',
  requests_refused: 'Signal requests refused, by reason',
  data_refused: 'Data packets dropped, by reason',
  resumed: 'Lost signal connections that came back, by outcome',
  twirp: 'Calls of the room service, by outcome',
  webhooks: 'Webhooks, by outcome',
  left: 'Participants that left, by reason',
} as const;

type Counted = keyof typeof COUNTED;
const MAX_KINDS = 50;

/** Counts what the engine has done since its start. */
export class Counters {
  readonly #values = new Map<Counted, Map<string, number>>();

  add(name: Counted, kind: string): void {
    const kinds = this.#values.get(name) ?? new Map<string, number>();
    this.#values.set(name, kinds);
    const known = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : 'other';
    kinds.set(known, (kinds.get(known) ?? 0) + 1);
  }

  /** Returns the counters in the Prometheus text format. */
  render(): string {
    return (Object.keys(COUNTED) as Counted[])
      .map((name) => {
        const lines = [...(this.#values.get(name) ?? [])].map(
          ([kind, value]) => `livekit_engine_${name}_total{kind="${kind}"} ${value}\n`,
        );
        return `# HELP livekit_engine_${name}_total ${COUNTED[name]}.\n# TYPE livekit_engine_${name}_total counter\n${lines.join('')}`;
      })
      .join('');
  }
}

/** Current values. */
export interface Gauges {
  readonly rooms: number;
  readonly participants: number;
  readonly signal_connections: number;
}

const GAUGED_MEDIA: readonly (keyof MediaMetrics)[] = ['peers', 'publishedTracks', 'subscriptions'];

/** Returns the state of the engine in the Prometheus text format. */
export function renderMetrics(gauges: Gauges, media: MediaMetrics, counters: Counters): string {
  const gauge = (name: string, value: number) =>
    `# TYPE livekit_engine_${name} gauge\nlivekit_engine_${name} ${value}\n`;
  const counter = (name: string, value: number) =>
    `# TYPE livekit_engine_${name}_total counter\nlivekit_engine_${name}_total ${value}\n`;
  const ofMedia = (Object.entries(media) as [keyof MediaMetrics, number][]).map(([name, value]) => {
    const snake = `media_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return GAUGED_MEDIA.includes(name) ? gauge(snake, value) : counter(snake, value);
  });
  const own = Object.entries(gauges).map(([name, value]: [string, number]) => gauge(name, value));
  const memory = gauge('resident_memory_bytes', process.memoryUsage.rss());
  return [...own, memory, ...ofMedia, counters.render()].join('');
}
