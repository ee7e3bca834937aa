import { Downlink } from '../rtp/downlink';
import { isRtcp } from '../rtp/packet';
import { readRtcp, type ReportBlock } from '../rtp/rtcp';
import { readTransportFeedback } from '../rtp/transport-cc';
import type { Transport } from '../transport/transport';
import type { Counters } from './counters';
import { type ForwardedTrack, MAX_REDUCTION, type Sender } from './forwarded-track';

/** Packet loss above which audio packets are sent twice; it costs less than the audible gaps. */
const VOICE_REPEAT_LOSS = 0.015;
const LOSS_WEIGHT = 0.3;
const FIRST_ROUND_TRIP_MS = 60;

/** Everything sent to one client: its tracks by SSRC, its RTCP feedback and the downlink estimate. */
export class SubscriberConnection implements Sender {
  transport: Transport | undefined;
  isLossy = false;
  /** Smoothed packet loss, from 0 to 1. */
  loss = 0;
  lastPacketAt = -Infinity;
  #downlink = new Downlink(MAX_REDUCTION);
  readonly #tracks = new Map<number, ForwardedTrack>();
  #roundTripMs = FIRST_ROUND_TRIP_MS;

  constructor(
    private readonly counters: Counters,
    private readonly onEnded: (track: ForwardedTrack) => void,
  ) {}

  get reduction(): number {
    return this.#downlink.reduction;
  }

  get queueMs(): number {
    return this.#downlink.queueMs;
  }

  get tracks(): Iterable<ForwardedTrack> {
    return this.#tracks.values();
  }

  attach(transport: Transport): void {
    this.transport = transport;
    this.#downlink = new Downlink(MAX_REDUCTION);
  }

  add(track: ForwardedTrack): void {
    this.#tracks.set(track.ssrc, track);
  }

  remove(track: ForwardedTrack): void {
    this.#tracks.delete(track.ssrc);
  }

  sendMedia(packet: Buffer): boolean {
    this.counters.packetsOut += 1;
    this.counters.bytesOut += packet.length;
    if (this.transport?.send(packet)) return true;
    this.counters.sendErrors += 1;
    return false;
  }

  nextTransportSequence(now: number, isRepeated: boolean): number {
    return this.#downlink.nextSequence(now, isRepeated);
  }

  sendReport(packet: Buffer): void {
    this.transport?.send(packet);
  }

  roundTripMs(): number {
    return this.#roundTripMs;
  }

  trackEnded(track: ForwardedTrack): void {
    this.onEnded(track);
  }

  /** Handles RTCP; clients send no media on this connection. */
  receive(packet: Buffer): void {
    if (!isRtcp(packet)) return;
    const now = performance.now();
    this.lastPacketAt = now;
    readRtcp(packet, {
      report: (block) => this.#noteReport(block),
      nack: (ssrc, sequences) => {
        this.counters.packetsResent += this.#tracks.get(ssrc)?.resend(sequences, now) ?? 0;
      },
      keyFrame: (ssrc) => this.#tracks.get(ssrc)?.requestKeyFrame(),
      transportCc: (data, at, end) =>
        readTransportFeedback(data, at, end, (sequence, arrival) => this.#downlink.feedback(sequence, arrival)),
    });
  }

  /** Called a few times a second: updates the downlink estimate and the layers. */
  tick(now: number): void {
    this.#downlink.evaluate(now);
    for (const track of this.#tracks.values()) track.update(now);
  }

  report(now: number): void {
    if (!this.#downlink.isSilent) this.loss += (this.#downlink.loss - this.loss) * LOSS_WEIGHT;
    this.isLossy = this.loss > VOICE_REPEAT_LOSS;
    const measured = this.transport?.roundTripMs() ?? 0;
    if (measured > 0) this.#roundTripMs = measured;
    for (const track of this.#tracks.values()) track.report(now);
  }

  #noteReport({ ssrc, fractionLost }: ReportBlock) {
    // Clients without transport-cc report loss only here.
    if (this.#tracks.has(ssrc) && this.#downlink.isSilent) this.loss += (fractionLost - this.loss) * LOSS_WEIGHT;
  }
}
