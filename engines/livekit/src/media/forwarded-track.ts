import { randomInt } from 'node:crypto';

import { chooseLayer, preferredLayer } from '../rtp/layers';
import type { ReceivedPacket } from '../rtp/received-packet';
import { ntpSeconds } from '../rtp/reception';
import { SentLog } from '../rtp/resend-cache';
import { senderReport } from '../rtp/rtcp';
import { SequenceMap } from '../rtp/sequence-map';
import { writePictureId } from '../rtp/vp8';
import { OPUS_PAYLOAD, SENT_TRANSPORT_CC_ID, VP8_PAYLOAD } from '../sdp/subscriber-offer';
import type { Preference } from './media-plane';
import type { SourceLayer } from './source-layer';
import type { SourceTrack } from './source-track';

/** What a forwarded track needs of its subscriber connection. */
export interface Sender {
  sendMedia(packet: Buffer, now: number): boolean;
  /** Returns the transport-cc sequence number for the next packet. */
  nextTransportSequence(now: number, isRepeated: boolean): number;
  sendReport(packet: Buffer): void;
  roundTripMs(): number;
  /** By how many quality steps video is reduced because of downlink congestion. */
  readonly reduction: number;
  /** Whether the connection loses so many packets that audio packets are sent twice. */
  readonly isLossy: boolean;
  trackEnded(track: ForwardedTrack): void;
}

type LastSent = ReturnType<SentLog['get']>;

const NONE = -1;
/** The layer sent last has a new source, so the timestamp offset follows from the elapsed time alone. */
const RENEWED = -2;
/** Two steps lower the quality; the third stops cameras. */
export const MAX_REDUCTION = 3;
/** Interval for requesting a key frame of a wanted layer again while none arrives. */
const ASK_AGAIN_MS = 1000;

/** One track as forwarded to one subscriber: selects the layer and rewrites sequence numbers and timestamps. */
export class ForwardedTrack {
  readonly ssrc = randomInt(1, 2 ** 32 - 1);
  readonly #map = new SequenceMap();
  readonly #log = new SentLog();
  readonly #payloadType: number;
  readonly #clockRate: number;
  #current = NONE;
  #wanted = 0;
  #preference: Preference = { disabled: false };
  #isOpen = false;
  #lastLayer = NONE;
  #timestampOffset = 0;
  #pictureIdOffset = 0;
  #tl0Offset = 0;
  #askedAt = 0;
  #askedLayer = NONE;
  /** The highest layer that may be sent. */
  #limit = 0;
  #packets = 0;
  #bytes = 0;
  #reportedPackets = 0;
  resent = 0;

  constructor(
    readonly track: SourceTrack,
    private readonly sender: Sender,
    readonly cname: string,
  ) {
    this.#payloadType = track.kind === 'audio' ? OPUS_PAYLOAD : VP8_PAYLOAD;
    this.#clockRate = track.kind === 'audio' ? 48_000 : 90_000;
    this.#map.start(randomInt(1, 30_000));
    track.add(this);
  }

  /** The highest layer that the subscriber wants; -1 for none. */
  get wish(): number {
    if (this.#preference.disabled) return -1;
    return preferredLayer(this.track.sources.length, this.track.layers, this.#preference);
  }

  /** The layer currently sent, for tests and statistics; -1 for none. */
  get currentLayer(): number {
    return this.#current;
  }

  /** Starts forwarding, once the client has negotiated the track. */
  open(now: number): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.update(now);
  }

  setPreference(preference: Preference, now: number): void {
    this.#preference = preference;
    if (preference.disabled) this.#current = NONE;
    this.track.reconsiderQualities();
    this.update(now);
  }

  /** Selects the layer. Called after a change of preference, congestion or source, and a few times a second. */
  update(now: number): void {
    const { wish } = this;
    if (!this.#isOpen || wish < 0 || this.track.isMuted) return;
    if (this.sender.reduction >= MAX_REDUCTION && this.track.source === 'camera') {
      // The connection cannot carry cameras; voice and the shared screen take precedence.
      this.#current = NONE;
      this.#wanted = NONE;
      return;
    }
    this.#limit = Math.max(0, wish - this.sender.reduction);
    this.#wanted = chooseLayer(this.track.activeLayers(now), this.#limit);
    if (this.#wanted === this.#current || this.track.kind === 'audio') return;
    if (this.#wanted === this.#askedLayer && now - this.#askedAt < ASK_AGAIN_MS) return;
    this.#askedAt = now;
    this.#askedLayer = this.#wanted;
    this.track.sources[this.#wanted]?.requestKeyFrame();
  }

  sourceMuted(isMuted: boolean): void {
    this.#current = NONE;
    this.#askedLayer = NONE;
    if (!isMuted) this.update(performance.now());
  }

  /** Handles a new source for a layer, with new sequence numbers and timestamps. */
  sourceRenewed(layer: number): void {
    if (this.#lastLayer === layer) this.#lastLayer = RENEWED;
    if (this.#current === layer) this.#current = NONE;
    this.#askedLayer = NONE;
  }

  sourceEnded(): void {
    this.sender.trackEnded(this);
  }

  forward(layer: number, received: ReceivedPacket, now: number): void {
    if (layer !== this.#current) {
      if (this.#maySwitch(layer, received)) this.#begin(layer, received, now);
      return;
    }
    this.#forwardMapped(layer, received, now);
  }

  /** Resends packets that the subscriber requested. Returns how many were sent. */
  resend(sequences: readonly number[], now: number): number {
    const notWithinMs = Math.max(10, this.sender.roundTripMs() * 0.8);
    let sent = 0;
    for (const sequence of sequences) {
      const entry = this.#log.take(sequence, now, notWithinMs);
      const received = entry && this.track.sources[entry.layer]?.cache.get(entry.source);
      if (!received) continue;
      this.#write(
        received,
        sequence,
        entry.timestamp,
        entry.pictureId,
        entry.tl0,
        this.sender.nextTransportSequence(now, true),
      );
      if (this.sender.sendMedia(received.packet, now)) sent += 1;
    }
    this.resent += sent;
    return sent;
  }

  requestKeyFrame(): void {
    const layer = this.#current === NONE ? this.#wanted : this.#current;
    this.track.sources[layer]?.requestKeyFrame();
  }

  /** Sends a sender report that maps the sent timestamps to the publisher's clock; the client needs it for lip sync. */
  report(now: number): void {
    const source = this.track.sources[this.#current];
    const clock = source?.reception.clock;
    if (!clock || this.#packets === this.#reportedPackets) return;
    this.#reportedPackets = this.#packets;
    const elapsedMs = now - clock.at;
    const ntp = ntpSeconds(clock) + elapsedMs / 1000;
    const timestamp = clock.timestamp + (elapsedMs * this.#clockRate) / 1000 + this.#timestampOffset;
    this.sender.sendReport(
      senderReport(
        {
          ssrc: this.ssrc,
          ntpHigh: Math.floor(ntp) >>> 0,
          ntpLow: Math.floor((ntp % 1) * 2 ** 32) >>> 0,
          timestamp: Math.floor(timestamp) >>> 0,
          packets: this.#packets,
          bytes: this.#bytes,
        },
        this.cname,
      ),
    );
  }

  close(): void {
    this.#isOpen = false;
    this.#current = NONE;
    this.track.remove(this);
  }

  #maySwitch(layer: number, received: ReceivedPacket): boolean {
    if (!this.#isOpen || this.#preference.disabled || this.#wanted === NONE) return false;
    if (this.track.kind === 'audio') return true;
    // Until the wanted layer arrives, start with any layer within the limit.
    return received.isKeyFrame && (layer === this.#wanted || (this.#current === NONE && layer <= this.#limit));
  }

  #begin(layer: number, received: ReceivedPacket, now: number) {
    const source = this.track.sources[layer] as SourceLayer;
    const last = this.#log.get(this.#map.highestOut, now);
    if (layer !== this.#lastLayer) this.#timestampOffset = this.#offsetFor(source, received, last);
    this.#map.restart(received.sequence);
    if (received.vp8) {
      this.#pictureIdOffset = last.pictureId + 1 - received.vp8.pictureId;
      this.#tl0Offset = last.tl0 + 1 - received.vp8.tl0;
    }
    this.#current = layer;
    this.#lastLayer = layer;
    this.#forwardMapped(layer, received, now);
    // The first packet of a key frame may arrive late, by retransmission, after the packets that follow it.
    for (let next = received.sequence + 1; next <= source.unwrapper.highest; next += 1) {
      const later = source.cache.get(next);
      if (later) this.#forwardMapped(layer, later, now);
    }
  }

  #forwardMapped(layer: number, received: ReceivedPacket, now: number) {
    if (received.isPadding) {
      this.#map.skip(received.sequence);
      return;
    }
    const out = this.#map.map(received.sequence);
    if (out === -1) return;
    const timestamp = (received.timestamp + this.#timestampOffset) >>> 0;
    let pictureId = 0;
    let tl0 = 0;
    if (received.vp8) {
      pictureId = (received.vp8.pictureId + this.#pictureIdOffset) & 0x7fff;
      tl0 = (received.vp8.tl0 + this.#tl0Offset) & 0xff;
    }
    this.#write(received, out, timestamp, pictureId, tl0, this.sender.nextTransportSequence(now, false));
    this.sender.sendMedia(received.packet, now);
    this.#packets += 1;
    this.#bytes += received.packet.length;
    this.#log.put(out, received.sequence, layer, timestamp, pictureId, tl0, now);
    // The preceding audio packet goes out again, so that a lost one arrives before its playout time.
    if (this.sender.isLossy && this.track.kind === 'audio') this.resend([(out - 1) & 0xffff], now);
  }

  #write(received: ReceivedPacket, out: number, timestamp: number, pictureId: number, tl0: number, number: number) {
    const { packet, vp8, extensionAt } = received;
    packet[1] = (received.marker ? 0x80 : 0) | this.#payloadType;
    packet[2] = (out >> 8) & 0xff;
    packet[3] = out & 0xff;
    writeWord(packet, 4, timestamp);
    writeWord(packet, 8, this.ssrc);
    if (extensionAt !== 0) {
      packet[extensionAt] = (SENT_TRANSPORT_CC_ID << 4) | 1;
      packet[extensionAt + 1] = number >> 8;
      packet[extensionAt + 2] = number & 0xff;
    }
    if (!vp8) return;
    if (vp8.pictureIdBits !== 0) writePictureId(packet, vp8.pictureIdAt, vp8.pictureIdBits, pictureId);
    if (vp8.tl0At !== 0) packet[vp8.tl0At] = tl0;
  }

  /**
   * Returns the offset to add to a layer's timestamps so that they continue from those sent before. Each layer starts
   * at a random timestamp; sender reports relate the layers to each other, otherwise the elapsed time is used.
   */
  #offsetFor(source: SourceLayer, received: ReceivedPacket, last: LastSent): number {
    if (this.#lastLayer === NONE) return 0;
    const passed = Math.max(1, Math.round((last.ageMs * this.#clockRate) / 1000));
    let next = (last.timestamp + passed) >>> 0;
    const before = this.track.sources[this.#lastLayer]?.reception.clock;
    const after = source.reception.clock;
    if (before && after) {
      const apart = (ntpSeconds(after) - ntpSeconds(before)) * this.#clockRate;
      const exact = (received.timestamp - after.timestamp + before.timestamp + apart + this.#timestampOffset) >>> 0;
      // Used only if it moves forward and agrees with the elapsed time.
      if (((exact - last.timestamp) | 0) > 0 && Math.abs((exact - next) | 0) < this.#clockRate) next = exact;
    }
    return next - received.timestamp;
  }
}

function writeWord(packet: Buffer, at: number, value: number) {
  packet[at] = value >>> 24;
  packet[at + 1] = (value >>> 16) & 0xff;
  packet[at + 2] = (value >>> 8) & 0xff;
  packet[at + 3] = value & 0xff;
}
