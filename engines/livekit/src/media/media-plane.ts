/** The two peer connections of a participant: one publishes, one subscribes. */
export type Target = 'publisher' | 'subscriber';

export type TrackKind = 'audio' | 'video';
export type TrackSource = 'camera' | 'microphone' | 'screen_share' | 'screen_share_audio' | 'unknown';

/** Simulcast qualities in LiveKit's order: 0 low (rid q), 1 medium (rid h), 2 high (rid f). */
export type Quality = 0 | 1 | 2;

export interface TrackLayer {
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
  /** In bits per second; 0 when unknown. */
  readonly bitrate: number;
}

/** A track announced by `addTrack` that waits for its media section in an offer of the publisher. */
export interface WaitingTrack {
  /** The client's id of the track: the second word of `a=msid` in its section, or the mid for clients without one. */
  readonly cid: string;
  readonly sid: string;
  readonly kind: TrackKind;
  readonly source: TrackSource;
  readonly mimeType: string;
  readonly layers: readonly TrackLayer[];
}

/** A published track whose packets are accepted. Other peers subscribe to it by this object. */
export interface PublishedTrack {
  readonly sid: string;
  readonly kind: TrackKind;
  readonly source: TrackSource;
  readonly mimeType: string;
  readonly layers: readonly TrackLayer[];
  /** The mid of its section in the publisher's descriptions. */
  readonly mid: string;
  readonly simulcast: boolean;
}

/** How a subscriber shows a track. Quality and size are upper limits. */
export interface Preference {
  readonly disabled: boolean;
  readonly quality?: Quality;
  readonly width?: number;
  readonly height?: number;
}

export type DataKind = 'reliable' | 'lossy' | 'data_track';

export type ConnectionQuality = 'excellent' | 'good' | 'poor' | 'lost';

/** Events of a peer for its room. The plane catches and logs errors thrown by handlers. */
export interface PeerEvents {
  /** An offer for the subscriber connection; the next one is emitted only after its answer. */
  offer(sdp: string): void;
  state(target: Target, state: 'connected' | 'failed' | 'closed'): void;
  /** A waiting track has got its media section; it may be announced and subscribed to. */
  trackBound(sid: string, track: PublishedTrack): void;
  /** The client stopped publishing a track: its section became inactive. */
  trackEnded(sid: string): void;
  data(kind: DataKind, bytes: Uint8Array): void;
  /** Levels of this peer's audio tracks from 0 (silent) to 1, every 300 ms while one is audible and once afterwards. */
  audioLevels(levels: readonly { readonly sid: string; readonly level: number }[]): void;
  /** Emitted on each change. */
  quality(quality: ConnectionQuality, score: number): void;
  /** The simulcast qualities of this peer's track that subscribers want (LiveKit's dynacast). */
  wantedQualities(trackSid: string, qualities: readonly { quality: Quality; enabled: boolean }[]): void;
}

/**
 * The media of one participant. After `close` methods do nothing and do not throw.
 *
 * ICE candidates are not exchanged: the engine's are part of its descriptions, and the addresses of clients are learned
 * from their connectivity checks, so that no client can make the engine send packets to an address of its choice.
 */
export interface MediaPeer {
  /**
   * Answers an offer of the client's publisher connection.
   *
   * Binds waiting tracks to their media sections and ends tracks whose sections are inactive. Throws `InvalidSdp`.
   */
  acceptPublisherOffer(sdp: string, waitingTracks: readonly WaitingTrack[]): string;
  /** Throws `InvalidSdp` when no offer is pending or the answer cannot be parsed. */
  acceptSubscriberAnswer(sdp: string): void;
  /** Offers the subscriber connection; called once after the join, because clients connect with it. */
  offer(): void;
  /** Subscribes to a track of another peer. `streamId` is `<participant sid>|<track sid>`. Renegotiates when needed. */
  subscribe(track: PublishedTrack, streamId: string): void;
  unsubscribe(trackSid: string): void;
  /** The mid of a subscribed track in the latest offer. */
  subscribedMid(trackSid: string): string | undefined;
  setPreference(trackSid: string, preference: Preference): void;
  /** Pauses or resumes a published track: packets of a paused track are not forwarded. */
  pausePublished(trackSid: string, muted: boolean): void;
  /** Ends a published track for its subscribers and drops its packets from now on. */
  dropPublished(trackSid: string): void;
  /** Sends data on the subscriber connection; false when the channel is not open or too much is queued. */
  sendData(kind: DataKind, bytes: Uint8Array): boolean;
  /**
   * Continues after a lost signal connection. Connections not listed in `failed` stay as they are; failed ones get new
   * pipes: the publisher's with the client's next offer, the subscriber's with a new offer of the engine.
   */
  restart(failed: { readonly publisher: boolean; readonly subscriber: boolean }): void;
  close(): void;
}

export interface MediaLimits {
  /** Largest session description accepted, in bytes. */
  readonly maxSdpBytes: number;
  /** Largest number of media sections in an offer. */
  readonly maxSections: number;
  /** How long a connection may take to connect after its offer or answer, in milliseconds. */
  readonly connectMs: number;
  /** Bytes that may be queued in a data channel before messages are dropped. */
  readonly maxBufferedData: number;
  /** Largest data message in bytes. */
  readonly maxDataBytes: number;
}

/** Counters since the start, and gauges. */
export interface MediaMetrics {
  readonly peers: number;
  readonly publishedTracks: number;
  readonly subscriptions: number;
  readonly packetsIn: number;
  readonly bytesIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  /** Packets resent at a subscriber's request. */
  readonly packetsResent: number;
  /** Packets requested again from a publisher. */
  readonly packetsRequested: number;
  readonly keyFramesRequested: number;
  /** Packets of sources that are not announced or not allowed. */
  readonly packetsRefused: number;
  readonly sendErrors: number;
  readonly connectionsFailed: number;
}

export interface MediaPlaneOptions {
  readonly udpPort: number;
  /**
   * Addresses to announce to clients, with `:port` where it differs from the engine's own; if empty, those of the
   * machine's interfaces and loopback.
   */
  readonly advertisedAddresses: readonly string[];
  readonly log: (message: string, details?: object) => void;
  readonly limits?: Partial<MediaLimits>;
}

export interface MediaPlane {
  /** Resolves when peers can be opened; rejects with `MediaUnavailable` when media is not available. */
  readonly ready: Promise<void>;
  openPeer(events: PeerEvents): MediaPeer;
  metrics(): MediaMetrics;
  close(): void;
}

/** A session description that cannot be used; the message says why. */
export class InvalidSdp extends Error {
  override readonly name = 'InvalidSdp';
}
