/** Names of peer connections, as a participant sees them: one for what is published, one for what is subscribed to. */
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

/** A track that was announced by `addTrack` and waits for its line in an offer of the publisher. */
export interface WaitingTrack {
  /** The client's id of the track: the second word of the line's `a=msid`, or its mid for clients without one. */
  readonly cid: string;
  readonly sid: string;
  readonly kind: TrackKind;
  readonly source: TrackSource;
  readonly mimeType: string;
  readonly layers: readonly TrackLayer[];
}

/** A published track whose packets may arrive. It is the handle by which other peers subscribe to it. */
export interface PublishedTrack {
  readonly sid: string;
  readonly kind: TrackKind;
  readonly source: TrackSource;
  readonly mimeType: string;
  readonly layers: readonly TrackLayer[];
  /** The mid of its line at the publisher. */
  readonly mid: string;
  readonly simulcast: boolean;
}

/** How a subscriber shows a track. Qualities and sizes are upper limits. */
export interface Preference {
  readonly disabled: boolean;
  readonly quality?: Quality;
  readonly width?: number;
  readonly height?: number;
}

export type DataKind = 'reliable' | 'lossy' | 'data_track';

export type ConnectionQuality = 'excellent' | 'good' | 'poor' | 'lost';

/** What a peer tells the room. The plane catches what a handler throws and logs it. */
export interface PeerEvents {
  /** An offer for the subscriber connection; the next one comes only after its answer. */
  offer(sdp: string): void;
  state(target: Target, state: 'connected' | 'failed' | 'closed'): void;
  /** A waiting track has its line; it may be announced and subscribed to. */
  trackBound(sid: string, track: PublishedTrack): void;
  /** The client stopped publishing a track: its line went inactive. */
  trackEnded(sid: string): void;
  data(kind: DataKind, bytes: Uint8Array): void;
  /** Levels of this peer's audio tracks from 0 (silent) to 1, every 300 ms while one is heard and once afterwards. */
  audioLevels(levels: readonly { readonly sid: string; readonly level: number }[]): void;
  /** Sent when it changes. */
  quality(quality: ConnectionQuality, score: number): void;
  /** Which simulcast qualities of a track of this peer anybody wants (LiveKit's dynacast). */
  wantedQualities(trackSid: string, qualities: readonly { quality: Quality; enabled: boolean }[]): void;
}

/**
 * The media of one participant. Methods do not throw after `close`; they do nothing.
 *
 * Candidates are not exchanged: the engine's stand in its descriptions, and clients are found by their own checks, so
 * that nobody can have the engine send anything to an address of their choice.
 */
export interface MediaPeer {
  /**
   * Answers an offer of the client's publisher connection.
   *
   * Binds waiting tracks to their lines and ends tracks whose lines are inactive. Throws `InvalidSdp`.
   */
  acceptPublisherOffer(sdp: string, waitingTracks: readonly WaitingTrack[]): string;
  /** Throws `InvalidSdp` when no offer is in flight or the answer cannot be read. */
  acceptSubscriberAnswer(sdp: string): void;
  /** Offers the subscriber connection; called once after the join, since clients connect by it. */
  offer(): void;
  /** Adds a track of another peer. `streamId` is `<participant sid>|<track sid>`. Offers when needed. */
  subscribe(track: PublishedTrack, streamId: string): void;
  unsubscribe(trackSid: string): void;
  /** The mid of a subscribed track in the offer sent last. */
  subscribedMid(trackSid: string): string | undefined;
  setPreference(trackSid: string, preference: Preference): void;
  /** A published track is muted or not: packets of a muted one are not forwarded. */
  pausePublished(trackSid: string, muted: boolean): void;
  /** Refuses a published track on the wire from now on and takes it from its subscribers. */
  dropPublished(trackSid: string): void;
  /** Sends on the subscriber connection; false when the channel is not open or too much is queued. */
  sendData(kind: DataKind, bytes: Uint8Array): boolean;
  /**
   * Continues after a lost signal connection. Without `failed` the connections carry on as they are; those that are
   * failed get new pipes: the publisher's with the client's next offer, the subscriber's with an offer made here.
   */
  restart(failed: { readonly publisher: boolean; readonly subscriber: boolean }): void;
  close(): void;
}

export interface MediaLimits {
  /** Largest session description accepted, in bytes. */
  readonly maxSdpBytes: number;
  /** Lines of media per offer of a client. */
  readonly maxSections: number;
  /** How long a connection may take from its offer or answer until it is connected. */
  readonly connectMs: number;
  /** Bytes that may wait in a data channel before messages are dropped. */
  readonly maxBufferedData: number;
  /** Largest data message in bytes. */
  readonly maxDataBytes: number;
}

/** Counters since the start, and gauges of the present. */
export interface MediaMetrics {
  readonly peers: number;
  readonly publishedTracks: number;
  readonly subscriptions: number;
  readonly packetsIn: number;
  readonly bytesIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  /** Packets sent once more at a subscriber's request. */
  readonly packetsResent: number;
  /** Packets asked for once more at a publisher. */
  readonly packetsRequested: number;
  readonly keyFramesRequested: number;
  /** Packets of sources that nobody announced or that are not allowed. */
  readonly packetsRefused: number;
  readonly sendErrors: number;
  readonly connectionsFailed: number;
}

export interface MediaPlaneOptions {
  readonly udpPort: number;
  /**
   * Addresses that clients are told, with `:port` where it is not the engine's own; the machine's interfaces and loopback
   * when empty.
   */
  readonly advertisedAddresses: readonly string[];
  readonly log: (message: string, details?: object) => void;
  readonly limits?: Partial<MediaLimits>;
}

export interface MediaPlane {
  /** Resolves when peers can be opened; rejects with `MediaUnavailable` where media cannot be had. */
  readonly ready: Promise<void>;
  openPeer(events: PeerEvents): MediaPeer;
  metrics(): MediaMetrics;
  close(): void;
}

/** A session description that cannot be used; the message tells why. */
export class InvalidSdp extends Error {
  override readonly name = 'InvalidSdp';
}
