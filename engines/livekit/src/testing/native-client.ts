import { Audio, type DataChannel, PeerConnection, type Track, Video } from 'node-datachannel';

import type { MediaPeer, MediaPlane, PeerEvents, PublishedTrack, WaitingTrack } from '../media/media-plane';

export const AUDIO_SSRC = 1111;
export const VIDEO_SSRC = 2222;
/** The tracks that a native publisher announces. */
export const PUBLISHED: WaitingTrack[] = [
  { cid: 'sound', sid: 'TR_sound', kind: 'audio', source: 'microphone', mimeType: 'audio/opus', layers: [] },
  { cid: 'picture', sid: 'TR_picture', kind: 'video', source: 'camera', mimeType: 'video/VP8', layers: [] },
];

/** The events that a peer emitted. */
export interface EmittedEvents {
  readonly states: string[];
  readonly data: { kind: string; text: string }[];
  readonly bound: PublishedTrack[];
  readonly ended: string[];
}

/** Opens a peer that records its events; `overrides` replaces single handlers. */
export function openPeer(
  plane: MediaPlane,
  overrides: Partial<PeerEvents> = {},
): { peer: MediaPeer; emitted: EmittedEvents } {
  const emitted: EmittedEvents = { states: [], data: [], bound: [], ended: [] };
  const peer = plane.openPeer({
    offer: () => {},
    state: (target, state) => emitted.states.push(`${target} ${state}`),
    trackBound: (_sid, track) => emitted.bound.push(track),
    trackEnded: (sid) => emitted.ended.push(sid),
    data: (kind, bytes) => emitted.data.push({ kind, text: Buffer.from(bytes).toString() }),
    audioLevels: () => {},
    quality: () => {},
    wantedQualities: () => {},
    ...overrides,
  });
  return { peer, emitted };
}

/** A publisher on the native library: sends raw packets of one audio and one video track. */
export class NativePublisher {
  readonly connection = new PeerConnection('', { iceServers: [], disableAutoNegotiation: true });
  readonly audio: Track;
  readonly video: Track;
  readonly channel: DataChannel;
  /** The received RTCP packets. */
  readonly reports: Buffer[] = [];

  constructor() {
    const audio = new Audio('0', 'SendOnly');
    audio.addOpusCodec(111);
    audio.addSSRC(AUDIO_SSRC, 'c', 's', 'sound');
    this.audio = this.connection.addTrack(audio);
    const video = new Video('1', 'SendOnly');
    video.addVP8Codec(96);
    video.addSSRC(VIDEO_SSRC, 'c', 's', 'picture');
    this.video = this.connection.addTrack(video);
    for (const track of [this.audio, this.video]) track.onMessage((packet) => this.reports.push(Buffer.from(packet)));
    this.channel = this.connection.createDataChannel('_reliable');
  }

  publish(peer: MediaPeer, waiting: readonly WaitingTrack[] = PUBLISHED): void {
    this.connection.setLocalDescription('offer');
    const offer = this.connection.localDescription()?.sdp ?? '';
    this.connection.setRemoteDescription(peer.acceptPublisherOffer(offer, waiting), 'answer');
  }

  sendAudio(sequence: number, ssrc = AUDIO_SSRC): void {
    this.audio.sendMessageBinary(rtp(111, sequence, sequence * 960, ssrc, Buffer.alloc(80, 1)));
  }

  /** Sends a frame of one packet. */
  sendVideo(sequence: number, isKeyFrame = false, bytes = 200): void {
    const payload = Buffer.alloc(bytes, 1);
    payload[0] = 0x10;
    payload[1] = isKeyFrame ? 0 : 1;
    this.video.sendMessageBinary(rtp(0x80 | 96, sequence, sequence * 3000, VIDEO_SSRC, payload));
  }

  close(): void {
    this.connection.close();
  }
}

/** A subscriber on the native library: answers offers and stores received packets. */
export class NativeSubscriber {
  readonly connection = new PeerConnection('', { iceServers: [], disableAutoNegotiation: true });
  readonly packets: Buffer[] = [];
  readonly texts: string[] = [];
  readonly tracks: Track[] = [];
  readonly #channels: DataChannel[] = [];

  /** `keep` stores the packets for assertions. */
  constructor({ keep = true } = {}) {
    this.connection.onTrack((track) => {
      this.tracks.push(track);
      track.onMessage((packet) => {
        if (keep) this.packets.push(Buffer.from(packet));
      });
    });
    this.connection.onDataChannel((channel) => {
      this.#channels.push(channel);
      channel.onMessage((message) =>
        this.texts.push(`${channel.getLabel()} ${Buffer.from(message as Buffer).toString()}`),
      );
    });
  }

  answer(offer: string): string {
    this.connection.setRemoteDescription(offer, 'offer');
    this.connection.setLocalDescription('answer');
    return this.connection.localDescription()?.sdp ?? '';
  }

  /** Returns the sequence numbers of one payload type, in order of arrival. */
  sequences(payloadType: number): number[] {
    return this.packets
      .filter((packet) => ((packet[1] as number) & 0x7f) === payloadType)
      .map((packet) => packet.readUInt16BE(2));
  }

  close(): void {
    this.connection.close();
  }
}

export function rtp(second: number, sequence: number, timestamp: number, ssrc: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(20);
  header[0] = 0x90;
  header[1] = second;
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(ssrc, 8);
  header.writeUInt32BE(0xbede0001, 12);
  return Buffer.concat([header, payload]);
}
