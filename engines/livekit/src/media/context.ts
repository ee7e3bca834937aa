import type { Transport, TransportEvents, TransportSettings } from '../transport/transport';
import type { Counters } from './counters';
import type { MediaLimits } from './media-plane';

/** State shared by all peers of a plane. */
export interface PlaneContext {
  readonly counters: Counters;
  readonly limits: MediaLimits;
  /** The ICE candidate lines of the engine. */
  readonly candidates: readonly string[];
  readonly log: (message: string, details?: object) => void;
  openTransport(
    settings: Omit<TransportSettings, 'udpPort' | 'maxBufferedData' | 'connectMs'>,
    events: TransportEvents,
  ): Transport;
}
