import type { DataKind } from '../media/media-plane';

/** The ICE and DTLS parameters of one side in a session description. */
export interface IceParameters {
  readonly ufrag: string;
  readonly pwd: string;
}

export interface RemoteParameters extends IceParameters {
  /** Algorithm and value, such as `sha-256 AB:CD`. */
  readonly fingerprint: string;
}

/**
 * Handlers run on the main thread. Errors that they throw are caught and logged, because they would end the process.
 */
export interface TransportEvents {
  connected(): void;
  /** The connection can no longer be used; emitted once. */
  ended(reason: 'failed' | 'closed'): void;
  /** An RTP or RTCP packet of at least 8 bytes. The buffer belongs to the receiver. */
  packet(packet: Buffer): void;
  data(kind: DataKind, bytes: Uint8Array): void;
}

/**
 * One encrypted connection to a client for packets and messages. It knows no tracks and sees no media descriptions, so
 * renegotiation does not affect it.
 */
export interface Transport {
  /**
   * Sends a packet. Returns false if it is not connected, or if the packet is too late for SRTP or too large. Never
   * throws.
   */
  send(packet: Buffer): boolean;
  /** Sends a message. Returns false when the channel is not open or has too much queued. */
  sendData(kind: DataKind, bytes: Uint8Array): boolean;
  readonly isConnected: boolean;
  /** Adds the SCTP association to a connection without one; does nothing if it exists. */
  addData(): void;
  /** Round-trip time of the SCTP association in milliseconds; 0 when unknown. */
  roundTripMs(): number;
  close(): void;
}

export interface TransportSettings {
  readonly local: IceParameters;
  readonly remote: RemoteParameters;
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly udpPort: number;
  /** Whether the client's description has a data section. */
  readonly hasData: boolean;
  /** Whether this side opens the data channels; otherwise the client does. */
  readonly openChannels: boolean;
  readonly maxBufferedData: number;
  readonly connectMs: number;
}
