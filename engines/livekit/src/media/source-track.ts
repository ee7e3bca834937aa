import { AudioLevel } from '../rtp/audio-levels';
import { LAYER_SILENT_MS, orderRids } from '../rtp/layers';
import type { ReceivedPacket } from '../rtp/received-packet';
import type { PublishedTrack, Quality, TrackKind, TrackLayer, TrackSource, WaitingTrack } from './media-plane';
import { SourceLayer } from './source-layer';

/** What a track needs of its publisher. */
export interface SourceOwner {
  askKeyFrame(layer: SourceLayer): void;
  wantedQualities(trackSid: string, qualities: { quality: Quality; enabled: boolean }[]): void;
}

/** A subscriber of a track. */
export interface TrackSubscriber {
  /** The highest layer that the subscriber wants; -1 for none. */
  readonly wish: number;
  forward(layer: number, packet: ReceivedPacket, now: number): void;
  sourceRenewed(layer: number): void;
  sourceMuted(muted: boolean): void;
  sourceEnded(): void;
}

/** A published track: its layers and its subscribers. */
export class SourceTrack implements PublishedTrack {
  readonly sid: string;
  readonly kind: TrackKind;
  readonly source: TrackSource;
  readonly mimeType: string;
  readonly layers: readonly TrackLayer[];
  readonly simulcast: boolean;
  /** In ascending order of quality. */
  readonly sources: SourceLayer[];
  readonly level = new AudioLevel();
  isMuted = false;
  isEnded = false;
  readonly #subscribers: TrackSubscriber[] = [];
  #wanted = Infinity;
  #lowerTimer: NodeJS.Timeout | undefined;

  constructor(
    waiting: WaitingTrack,
    readonly mid: string,
    rids: readonly string[],
    readonly payloadType: number,
    readonly repairPayloadType: number,
    private readonly owner: SourceOwner,
  ) {
    this.sid = waiting.sid;
    this.kind = waiting.kind;
    this.source = waiting.source;
    this.mimeType = waiting.mimeType;
    this.simulcast = rids.length > 1;
    const ordered = orderRids(rids);
    this.layers = [...waiting.layers].sort((a, b) => a.quality - b.quality);
    this.sources = (ordered.length > 0 ? ordered : ['']).map(
      (rid) => new SourceLayer(rid, waiting.kind, (layer) => owner.askKeyFrame(layer)),
    );
  }

  deliver(layer: number, packet: ReceivedPacket, now: number): void {
    if (this.isMuted || this.isEnded) return;
    const subscribers = this.#subscribers;
    for (let index = 0; index < subscribers.length; index += 1)
      (subscribers[index] as TrackSubscriber).forward(layer, packet, now);
  }

  add(subscriber: TrackSubscriber): void {
    this.#subscribers.push(subscriber);
    this.reconsiderQualities();
  }

  remove(subscriber: TrackSubscriber): void {
    const index = this.#subscribers.indexOf(subscriber);
    if (index === -1) return;
    this.#subscribers.splice(index, 1);
    this.reconsiderQualities();
  }

  /** Resets a layer that the browser restarted with a new SSRC. */
  renewLayer(index: number): void {
    const before = this.sources[index] as SourceLayer;
    before.close();
    this.sources[index] = new SourceLayer(before.rid, this.kind, (layer) => this.owner.askKeyFrame(layer));
    for (const subscriber of this.#subscribers) subscriber.sourceRenewed(index);
  }

  /** Returns for each layer whether packets currently arrive. */
  activeLayers(now: number): boolean[] {
    return this.sources.map((layer) => layer.isActive(now, LAYER_SILENT_MS));
  }

  setMuted(muted: boolean): void {
    if (this.isMuted === muted) return;
    this.isMuted = muted;
    for (const subscriber of this.#subscribers) subscriber.sourceMuted(muted);
  }

  /** Requests layers from the publisher: at once when more are needed, delayed when fewer are. */
  reconsiderQualities(): void {
    if (!this.simulcast || this.isEnded) return;
    const wanted = this.#subscribers.reduce((highest, { wish }) => Math.max(highest, wish), -1);
    clearTimeout(this.#lowerTimer);
    this.#lowerTimer = undefined;
    if (wanted > this.#wanted) this.#request(wanted);
    else if (wanted < this.#wanted) {
      this.#lowerTimer = setTimeout(() => this.#request(wanted), LOWER_AFTER_MS);
      this.#lowerTimer.unref();
    }
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.#lowerTimer);
    for (const layer of this.sources) layer.close();
    for (const subscriber of [...this.#subscribers]) subscriber.sourceEnded();
  }

  #request(wanted: number) {
    this.#wanted = wanted;
    this.owner.wantedQualities(
      this.sid,
      this.sources.map((_source, index) => ({ quality: index as Quality, enabled: index <= wanted })),
    );
  }
}

/**
 * Delay before a layer is stopped, in milliseconds. Viewers who switch pages often return soon, and restarting a layer
 * costs a key frame.
 */
const LOWER_AFTER_MS = 3000;
