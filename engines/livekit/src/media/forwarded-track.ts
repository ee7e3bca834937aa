import { randomInt } from 'node:crypto';

import { chooseLayer, preferredLayer } from '../rtp/layers';
import type { ReceivedPacket } from '../rtp/received-packet';
import { ntpSeconds } from '../rtp/reception';
import { senderReport } from '../rtp/rtcp';
import { type SentRange, SentRanges } from '../rtp/sent-ranges';
import { SequenceMap } from '../rtp/sequence-map';
import { OPUS_PAYLOAD, VP8_PAYLOAD } from '../sdp/subscriber-offer';
import type { Preference } from './media-plane';
import { rewritePacket } from './rewrite-packet';
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

interface LastSent {
  readonly timestamp: number;
  readonly pictureId: number;
  readonly tl0: number;
  readonly ageMs: number;
}

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
  readonly #sent = new SentRanges();
  readonly #payloadType: number;
  readonly #clockRate: number;
  #current = NONE;
  #wanted = 0;
  #preference: Preference = { disabled: false };
  #isOpen = false;
  #lastLayer = NONE;
  /** How packets are rewritten at present. */
  #range: SentRange = { from: 0, offset: 0, layer: NONE, timestampOffset: 0, pictureIdOffset: 0, tl0Offset: 0 };
  /** The packet with the highest number sent. */
  #last: ReceivedPacket | undefined;
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
    this.#sent.forget(layer);
  }

  sourceEnded(): void {
    this.sender.trackEnded(this);
  }

  forward(layer: number, received: ReceivedPacket, now: number): void {
    if (layer !== this.#current) {
      if (this.#maySwitch(layer, received)) this.#begin(layer, received, now);
      return;
    }
    this.#forwardMapped(received, now);
  }

  /** Resends packets that the subscriber requested. Returns how many were sent. */
  resend(sequences: readonly number[], now: number): number {
    const notWithinMs = Math.max(10, this.sender.roundTripMs() * 0.8);
    let sent = 0;
    for (const sequence of sequences) {
      const out = this.#map.extend(sequence);
      const range = this.#sent.find(out);
      const received = range && this.track.sources[range.layer]?.cache.get(out - range.offset);
      if (!received || received.isPadding || !this.#sent.mayResend(out, now, notWithinMs)) continue;
      rewritePacket(received, this.ssrc, this.#payloadType, out, range, this.sender.nextTransportSequence(now, true));
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
    const timestamp = clock.timestamp + (elapsedMs * this.#clockRate) / 1000 + this.#range.timestampOffset;
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
    const last = this.#lastSent(now);
    this.#map.restart(received.sequence);
    this.#beginRange(received.sequence, {
      layer,
      // In 32 bits, which V8 stores in the object itself.
      timestampOffset:
        layer === this.#lastLayer ? this.#range.timestampOffset : this.#offsetFor(source, received, last) | 0,
      pictureIdOffset: received.vp8 ? last.pictureId + 1 - received.vp8.pictureId : 0,
      tl0Offset: received.vp8 ? last.tl0 + 1 - received.vp8.tl0 : 0,
    });
    this.#current = layer;
    this.#lastLayer = layer;
    this.#forwardMapped(received, now);
    // The first packet of a key frame may arrive late, by retransmission, after the packets that follow it.
    for (let next = received.sequence + 1; next <= source.unwrapper.highest; next += 1) {
      const later = source.cache.get(next);
      if (later) this.#forwardMapped(later, now);
    }
  }

  #forwardMapped(received: ReceivedPacket, now: number) {
    if (received.isPadding) {
      if (this.#map.skip(received.sequence)) this.#beginRange(received.sequence + 1, this.#range);
      return;
    }
    const before = this.#map.highestOut;
    const out = this.#map.map(received.sequence);
    if (out === -1) return;
    if (out > before) this.#last = received;
    rewritePacket(
      received,
      this.ssrc,
      this.#payloadType,
      out,
      this.#range,
      this.sender.nextTransportSequence(now, false),
    );
    this.sender.sendMedia(received.packet, now);
    this.#packets += 1;
    this.#bytes += received.packet.length;
    // The preceding audio packet goes out again, so that a lost one arrives before its playout time.
    if (this.sender.isLossy && this.track.kind === 'audio') this.resend([(out - 1) & 0xffff], now);
  }
  /** Begins the packets that start with `first` at the source; those before it were rewritten in another way. */
  #beginRange(
    first: number,
    { layer, timestampOffset, pictureIdOffset, tl0Offset }: Omit<SentRange, 'from' | 'offset'>,
  ) {
    const { offset } = this.#map;
    this.#range = { from: first + offset, offset, layer, timestampOffset, pictureIdOffset, tl0Offset };
    this.#sent.begin(this.#range);
  }

  #lastSent(now: number): LastSent {
    const last = this.#last;
    if (!last) return { timestamp: 0, pictureId: 0, tl0: 0, ageMs: 0 };
    const { timestampOffset, pictureIdOffset, tl0Offset } = this.#range;
    return {
      timestamp: (last.timestamp + timestampOffset) >>> 0,
      pictureId: ((last.vp8?.pictureId ?? 0) + pictureIdOffset) & 0x7fff,
      tl0: ((last.vp8?.tl0 ?? 0) + tl0Offset) & 0xff,
      ageMs: now - last.arrivedAt,
    };
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
      const exact =
        (received.timestamp - after.timestamp + before.timestamp + apart + this.#range.timestampOffset) >>> 0;
      // Used only if it moves forward and agrees with the elapsed time.
      if (((exact - last.timestamp) | 0) > 0 && Math.abs((exact - next) | 0) < this.#clockRate) next = exact;
    }
    return next - received.timestamp;
  }
}
