import type { DataChannel, PeerConnection, Track } from 'node-datachannel';

import type { DataKind } from '../media/media-plane';
import type { RemoteParameters, Transport, TransportEvents, TransportSettings } from './transport';

type Addon = typeof import('node-datachannel');

const LABELS: Record<string, DataKind> = { _reliable: 'reliable', _lossy: 'lossy', _data_track: 'data_track' };
/** Above the ids that browsers assign to data channels. */
const UNUSED_CHANNEL_ID = 1000;
/** IP would fragment larger packets, and losing one fragment loses the whole packet. */
const MAX_PACKET_BYTES = 1500;
/** Largest data message in both directions, in bytes; livekit-client splits larger ones. */
export const MAX_MESSAGE_BYTES = 65_536;

/**
 * A connection of node-datachannel with exactly one dummy video section and one data section.
 *
 * With a single track, the library delivers the packets of all SSRCs and sends any packet; with a second one it would
 * drop packets of SSRCs that no description declares. The connection is created once the remote parameters are known
 * and gets them as an offer, whichever side offered: as offerer, the library starts ICE before it has stored the remote
 * fingerprint, and fails with fast clients.
 */
export class Pipe implements Transport {
  readonly #connection: PeerConnection;
  readonly #channels = new Map<DataKind, DataChannel>();
  /** Strong references: garbage-collected channels stop emitting events. */
  readonly #kept: DataChannel[] = [];
  #track: Track | undefined;
  #isConnected = false;
  #hasEnded = false;
  #hasData: boolean;
  readonly #timer: NodeJS.Timeout;

  constructor(
    addon: Addon,
    private readonly settings: TransportSettings,
    private readonly events: TransportEvents,
    private readonly log: (message: string, details?: object) => void,
  ) {
    this.#connection = new addon.PeerConnection('', {
      iceServers: [],
      certificatePemFile: settings.certificatePem,
      keyPemFile: settings.keyPem,
      enableIceUdpMux: true,
      portRangeBegin: settings.udpPort,
      portRangeEnd: settings.udpPort,
      disableAutoNegotiation: true,
      forceMediaTransport: true,
      maxMessageSize: MAX_MESSAGE_BYTES,
    });
    this.#timer = setTimeout(() => this.#end('failed'), settings.connectMs);
    this.#timer.unref();
    this.#hasData = settings.hasData;
    try {
      this.#listen();
      // With a data section, the library waits for the SCTP association and fails if the client never starts it.
      this.#connection.setRemoteDescription(dummyDescription(settings.remote, settings.hasData), 'offer');
      this.#connection.setLocalDescription('answer', { iceUfrag: settings.local.ufrag, icePwd: settings.local.pwd });
      if (settings.openChannels) this.#openChannels();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  send(packet: Buffer): boolean {
    if (!this.#isConnected || packet.length > MAX_PACKET_BYTES) return false;
    try {
      return (this.#track as Track).sendMessageBinary(packet);
    } catch {
      // The connection was closed meanwhile, or a resent packet is outside SRTP's replay window.
      return false;
    }
  }

  sendData(kind: DataKind, bytes: Uint8Array): boolean {
    const channel = this.#channels.get(kind);
    try {
      if (!channel?.isOpen() || bytes.length > MAX_MESSAGE_BYTES) return false;
      if (channel.bufferedAmount() + bytes.length > this.settings.maxBufferedData) return false;
      return channel.sendMessageBinary(bytes);
    } catch {
      return false;
    }
  }

  addData(): void {
    if (this.#hasData || this.#hasEnded) return;
    this.#hasData = true;
    if (this.#isConnected) this.#negotiateData();
  }

  #negotiateData() {
    try {
      // The library starts the association only when its own description already has the data section, so it must
      // offer. Creating this channel triggers the offer; the channel is never used.
      this.#kept.push(this.#connection.createDataChannel('', { negotiated: true, id: UNUSED_CHANNEL_ID }));
      this.#connection.setLocalDescription('offer');
      this.#connection.setRemoteDescription(dummyDescription(this.settings.remote, true), 'answer');
    } catch (error) {
      this.log('Data was not added to a connection.', { reason: (error as Error).message });
    }
  }

  roundTripMs(): number {
    try {
      return this.#hasEnded ? 0 : Math.max(0, this.#connection.rtt());
    } catch {
      return 0;
    }
  }

  close(): void {
    this.#end('closed', { notify: false });
  }

  #listen() {
    const connection = this.#connection;
    connection.onTrack(
      this.#guarded((track: Track) => {
        this.#track = track;
        track.onOpen(this.#guarded(() => this.#connect()));
        track.onMessage(
          this.#guarded((packet: Buffer) => {
            if (packet.length >= 8 && !this.#hasEnded) this.events.packet(packet);
          }),
        );
      }),
    );
    connection.onDataChannel(this.#guarded((channel: DataChannel) => this.#takeChannel(channel)));
    connection.onStateChange(
      this.#guarded((state: string) => {
        if (state === 'failed') this.#end('failed');
        else if (state === 'closed') this.#end('closed');
        // The client has closed its side. A client that only went silent is detected by ICE, which reports failed.
        else if (state === 'disconnected') this.#end('closed');
      }),
    );
  }

  #connect() {
    // Media is ready once the track is open; the library's own state also waits for the data channel.
    if (this.#isConnected || this.#hasEnded || !this.#track?.isOpen()) return;
    this.#isConnected = true;
    clearTimeout(this.#timer);
    if (this.#hasData && !this.settings.hasData) this.#negotiateData();
    this.events.connected();
  }

  #openChannels() {
    for (const [label, kind] of Object.entries(LABELS)) {
      const channel = this.#connection.createDataChannel(
        label,
        kind === 'reliable' ? {} : { unordered: true, maxRetransmits: 0 },
      );
      this.#kept.push(channel);
      this.#channels.set(kind, channel);
      channel.onMessage(this.#guarded(() => undefined));
    }
  }

  #takeChannel(channel: DataChannel) {
    const kind = LABELS[channel.getLabel()];
    if (!kind || this.#kept.length >= 8) {
      channel.close();
      return;
    }
    this.#kept.push(channel);
    channel.onMessage(
      this.#guarded((message: string | Buffer | ArrayBuffer) => {
        if (this.#hasEnded) return;
        const bytes = typeof message === 'string' ? Buffer.from(message) : new Uint8Array(message);
        this.events.data(kind, bytes);
      }),
    );
  }

  #end(reason: 'failed' | 'closed', { notify = true } = {}) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isConnected = false;
    clearTimeout(this.#timer);
    for (const close of [
      ...this.#kept.map((channel) => () => channel.close()),
      () => this.#track?.close(),
      () => this.#connection.close(),
    ])
      try {
        close();
      } catch {
        // It is already closed.
      }
    if (notify) this.#guarded(() => this.events.ended(reason))();
  }

  /**
   * Catches errors of a handler: an error thrown inside a library callback ends the process without reaching any error
   * handler.
   */
  #guarded<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
    return (...args) => {
      try {
        handler(...args);
      } catch (error) {
        this.log('A media callback failed.', { error: (error as Error).stack ?? String(error) });
      }
    };
  }
}

function dummyDescription(remote: RemoteParameters, hasData: boolean): string {
  const transport = [
    `a=ice-ufrag:${remote.ufrag}`,
    `a=ice-pwd:${remote.pwd}`,
    'a=ice-options:trickle',
    `a=fingerprint:${remote.fingerprint}`,
    'a=setup:active',
  ];
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE media${hasData ? ' data' : ''}`,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:media',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    ...transport,
    ...(hasData
      ? [
          'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
          'c=IN IP4 0.0.0.0',
          'a=mid:data',
          'a=sctp-port:5000',
          `a=max-message-size:${MAX_MESSAGE_BYTES}`,
          ...transport,
        ]
      : []),
    '',
  ].join('\r\n');
}
