import type { MediaLimits } from './media/media-plane';

/** Logger of an engine. Events that any client can cause are logged as warnings and limited in number. */
export interface LivekitLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Limits of an engine. The defaults suit one product on one machine. Times in milliseconds, sizes in bytes. */
export interface LivekitLimits {
  readonly maxSockets: number;
  /** Connections without a request in progress, including those that never send one. */
  readonly maxIdleSockets: number;
  readonly maxRooms: number;
  /** The limit of a room whose settings name none. */
  readonly maxParticipantsPerRoom: number;
  readonly maxTracksPerParticipant: number;
  readonly maxMessageBytes: number;
  /** Signal messages per participant: how many at once, and how many per second afterwards. */
  readonly signalBurst: number;
  readonly signalPerSecond: number;
  /** Data packets per participant, likewise; excess packets are dropped. */
  readonly dataBurst: number;
  readonly dataPerSecond: number;
  /** Applies to metadata, and to all attributes together. */
  readonly maxMetadataBytes: number;
  /** Bytes that may be queued for a slow client before it is disconnected. */
  readonly maxQueuedBytes: number;
  /** How long a participant may stay without connected media. */
  readonly mediaConnectMs: number;
  /** How long a participant is kept after losing the signal connection. */
  readonly resumeMs: number;
  /** How long a room that nobody has joined is kept. */
  readonly emptyMs: number;
  /** How long a room is kept after the last participant has left. */
  readonly departureMs: number;
  readonly maxTwirpBytes: number;
  /** Tracks recorded at the same time. */
  readonly maxRecordings: number;
}

export const DEFAULT_LIMITS: LivekitLimits = {
  maxSockets: 5000,
  maxIdleSockets: 500,
  maxRooms: 500,
  maxParticipantsPerRoom: 50,
  maxTracksPerParticipant: 8,
  maxMessageBytes: 256 * 1024,
  signalBurst: 500,
  signalPerSecond: 100,
  dataBurst: 400,
  dataPerSecond: 200,
  maxMetadataBytes: 64 * 1024,
  maxQueuedBytes: 4 * 1024 * 1024,
  mediaConnectMs: 20_000,
  resumeMs: 15_000,
  emptyMs: 300_000,
  departureMs: 20_000,
  maxTwirpBytes: 256 * 1024,
  maxRecordings: 200,
};

export interface LivekitEngineOptions {
  /** The id of the key in tokens, and the secret that signs them. */
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly media: {
    /** The single UDP port for all media; 0 picks a free port. */
    readonly udpPort: number;
    /** Addresses to announce to clients; if empty, those of the machine's interfaces. */
    readonly advertisedAddresses?: readonly string[];
    readonly limits?: Partial<MediaLimits>;
  };
  /** URLs to notify of events in rooms. */
  readonly webhooks?: readonly string[];
  /** The folder of recorded tracks; without one nothing can be recorded. */
  readonly recordingsFolder?: string;
  readonly limits?: Partial<LivekitLimits>;
  readonly logger?: LivekitLogger;
}
