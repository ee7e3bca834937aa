import type { DataKind } from '../media/media-plane';

/** What one side of a connection is known by in a session description. */
export interface IceParameters {
  readonly ufrag: string;
  readonly pwd: string;
}

export interface RemoteParameters extends IceParameters {
  /** Algorithm and value, such as `sha-256 AB:CD`. */
  readonly fingerprint: string;
}

/** Handlers run on the main thread; what they throw is caught and logged, since it would end the process. */
export interface TransportEvents {
  connected(): void;
  /** The connection cannot be used any more; told once. */
  ended(reason: 'failed' | 'closed'): void;
  /** An RTP or RTCP packet of at least 8 bytes. The buffer belongs to the receiver. */
  packet(packet: Buffer): void;
  data(kind: DataKind, bytes: Uint8Array): void;
}

/**
 * One encrypted connection to a client, by which packets and messages pass. Session descriptions of media never reach
 * it: it knows nothing of tracks, and renegotiation does not concern it.
 */
export interface Transport {
  /** False when the packet was not sent: not connected, too late for SRTP, or too large. Never throws. */
  send(packet: Buffer): boolean;
  /** False when the channel is not open or holds too much already. */
  sendData(kind: DataKind, bytes: Uint8Array): boolean;
  readonly isConnected: boolean;
  /** Adds the data association to a connection that began without; does nothing when it is there. */
  addData(): void;
  /** Round trip of the data association in milliseconds; 0 when unknown. */
  roundTripMs(): number;
  close(): void;
}

export interface TransportSettings {
  readonly local: IceParameters;
  readonly remote: RemoteParameters;
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly udpPort: number;
  /** Whether the client's description has a line of data. */
  readonly hasData: boolean;
  /** The channels that this side opens; the others are opened by the client. */
  readonly openChannels: boolean;
  readonly maxBufferedData: number;
  readonly connectMs: number;
}
