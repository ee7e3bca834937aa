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
/** Upper bounds of the histogram of join times, in seconds. */
const JOIN_BUCKETS = [0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10];

/** Counts what the engine has done since its start. */
export class Counters {
  readonly #values = new Map<Counted, Map<string, number>>();
  readonly #joins = JOIN_BUCKETS.map(() => 0);
  #joinCount = 0;
  #joinSeconds = 0;

  add(name: Counted, kind: string): void {
    const kinds = this.#values.get(name) ?? new Map<string, number>();
    this.#values.set(name, kinds);
    const known = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : 'other';
    kinds.set(known, (kinds.get(known) ?? 0) + 1);
  }

  /** Counts a join by its duration: from the accepted signal connection to the first connected media. */
  addJoin(ms: number): void {
    this.#joinCount += 1;
    this.#joinSeconds += ms / 1000;
    JOIN_BUCKETS.forEach((seconds, index) => {
      if (ms / 1000 <= seconds) this.#joins[index] = (this.#joins[index] as number) + 1;
    });
  }

  /** Returns the counters in the Prometheus text format. */
  render(): string {
    const counted = (Object.keys(COUNTED) as Counted[])
      .map((name) => {
        const lines = [...(this.#values.get(name) ?? [])].map(
          ([kind, value]) => `livekit_engine_${name}_total{kind="${kind}"} ${value}\n`,
        );
        return `# HELP livekit_engine_${name}_total ${COUNTED[name]}.\n# TYPE livekit_engine_${name}_total counter\n${lines.join('')}`;
      })
      .join('');
    return counted + this.#renderJoins();
  }

  #renderJoins(): string {
    const name = 'livekit_engine_join_seconds';
    const buckets = JOIN_BUCKETS.map((upTo, index) => `${name}_bucket{le="${upTo}"} ${this.#joins[index]}\n`).join('');
    return `# HELP ${name} Time from the signal connection to connected media.\n# TYPE ${name} histogram\n${buckets}${name}_bucket{le="+Inf"} ${this.#joinCount}\n${name}_sum ${this.#joinSeconds}\n${name}_count ${this.#joinCount}\n`;
  }
}

/** Current values. */
export interface Gauges {
  readonly rooms: number;
  readonly participants: number;
  readonly signal_connections: number;
  readonly recordings: number;
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
