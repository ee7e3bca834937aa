import type { MediaMetrics } from './media-plane';

/** The mutable counters of the plane, shared by all its parts. */
export type Counters = { -readonly [Name in keyof MediaMetrics]: number };

export function createCounters(): Counters {
  return {
    peers: 0,
    publishedTracks: 0,
    subscriptions: 0,
    packetsIn: 0,
    bytesIn: 0,
    packetsOut: 0,
    bytesOut: 0,
    packetsResent: 0,
    packetsRequested: 0,
    keyFramesRequested: 0,
    packetsRefused: 0,
    sendErrors: 0,
    connectionsFailed: 0,
  };
}
