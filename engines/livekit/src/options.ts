import type { MediaLimits } from './media/media-plane';

/** Logger of an engine. Lines that anybody can cause are warnings and limited in number. */
export interface LivekitLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Limits of an engine, with defaults for one product on one machine. Times in milliseconds, sizes in bytes. */
export interface LivekitLimits {
  readonly maxSockets: number;
  /** Connections without a request in progress, among them those that never send one. */
  readonly maxIdleSockets: number;
  readonly maxRooms: number;
  /** Limit of a room that names none of its own. */
  readonly maxParticipantsPerRoom: number;
  readonly maxTracksPerParticipant: number;
  readonly maxMessageBytes: number;
  /** Signal messages of one participant: how many at once, and how many per second afterwards. */
  readonly signalBurst: number;
  readonly signalPerSecond: number;
  /** Data packets of one participant, likewise; more are dropped. */
  readonly dataBurst: number;
  readonly dataPerSecond: number;
  /** Metadata, and all attributes together. */
  readonly maxMetadataBytes: number;
  /** Bytes that may wait for a slow client before it is disconnected. */
  readonly maxQueuedBytes: number;
  /** How long a participant may stay without any connected media. */
  readonly mediaConnectMs: number;
  /** How long a participant with a lost signal connection is kept. */
  readonly resumeMs: number;
  /** How long a room stays when nobody has joined yet. */
  readonly emptyMs: number;
  /** How long a room stays when everybody has left. */
  readonly departureMs: number;
  readonly maxTwirpBytes: number;
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
};

export interface LivekitEngineOptions {
  /** Name of the key in tokens, and the secret that signs them. */
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly media: {
    /** The one UDP port of all media; 0 picks a free one. */
    readonly udpPort: number;
    /** Addresses that clients are told; those of the machine's interfaces when empty. */
    readonly advertisedAddresses?: readonly string[];
    readonly limits?: Partial<MediaLimits>;
  };
  /** URLs that are told what happens in rooms. */
  readonly webhooks?: readonly string[];
  readonly limits?: Partial<LivekitLimits>;
  readonly logger?: LivekitLogger;
}
