import type { Transport, TransportEvents, TransportSettings } from '../transport/transport';
import type { Counters } from './counters';
import type { MediaLimits } from './media-plane';

/** What all peers of a plane share. */
export interface PlaneContext {
  readonly counters: Counters;
  readonly limits: MediaLimits;
  /** The lines by which clients find the engine. */
  readonly candidates: readonly string[];
  readonly log: (message: string, details?: object) => void;
  openTransport(
    settings: Omit<TransportSettings, 'udpPort' | 'maxBufferedData' | 'connectMs'>,
    events: TransportEvents,
  ): Transport;
}
