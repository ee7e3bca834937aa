import type { PlaneContext } from './context';
import type {
  ConnectionQuality,
  DataKind,
  MediaPeer,
  PeerEvents,
  Preference,
  PublishedTrack,
  WaitingTrack,
} from './media-plane';
import { PublisherSide } from './publisher-side';
import { SourceTrack } from './source-track';
import { SubscriberSide } from './subscriber-side';

/** Intervals in ticks of the plane, which are 50 ms apart. */
const LAYER_TICKS = 4;
const LEVEL_TICKS = 6;
const UPLINK_TICKS = 10;
const REPORT_TICKS = 20;

/** Packet loss up to which a connection counts as excellent, and as good. */
const EXCELLENT_LOSS = 0.02;
const GOOD_LOSS = 0.06;
const GOOD_QUEUE_MS = 200;

export class Peer implements MediaPeer {
  readonly #publisher: PublisherSide;
  readonly #subscriber: SubscriberSide;
  #ticks = 0;
  #quality: ConnectionQuality | undefined;
  #uplinkLoss = 0;
  #isClosed = false;

  constructor(
    private readonly context: PlaneContext,
    events: PeerEvents,
    private readonly onClose: (peer: Peer) => void,
  ) {
    const guarded = guardEvents(events, context.log);
    this.#events = guarded;
    this.#publisher = new PublisherSide(context, guarded);
    this.#subscriber = new SubscriberSide(context, guarded);
  }

  readonly #events: PeerEvents;

  acceptPublisherOffer(sdp: string, waitingTracks: readonly WaitingTrack[]): string {
    return this.#publisher.accept(sdp, waitingTracks);
  }

  acceptSubscriberAnswer(sdp: string): void {
    if (!this.#isClosed) this.#subscriber.accept(sdp);
  }

  offer(): void {
    if (!this.#isClosed) this.#subscriber.offer();
  }

  subscribe(track: PublishedTrack, streamId: string): void {
    if (!this.#isClosed && track instanceof SourceTrack) this.#subscriber.subscribe(track, streamId);
  }

  unsubscribe(trackSid: string): void {
    this.#subscriber.unsubscribe(trackSid);
  }

  subscribedMid(trackSid: string): string | undefined {
    return this.#subscriber.mid(trackSid);
  }

  setPreference(trackSid: string, preference: Preference): void {
    this.#subscriber.setPreference(trackSid, preference);
  }

  pausePublished(trackSid: string, muted: boolean): void {
    this.#publisher.pause(trackSid, muted);
  }

  dropPublished(trackSid: string): void {
    this.#publisher.drop(trackSid);
  }

  sendData(kind: DataKind, bytes: Uint8Array): boolean {
    return !this.#isClosed && this.#subscriber.send(kind, bytes);
  }

  restart(failed: { readonly publisher: boolean; readonly subscriber: boolean }): void {
    if (this.#isClosed) return;
    if (failed.publisher) this.#publisher.restart();
    this.#subscriber.resume(failed.subscriber);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#subscriber.close();
    this.#publisher.close();
    this.onClose(this);
  }

  /** Called every 50 ms. */
  tick(now: number): void {
    this.#ticks += 1;
    this.#publisher.connection.tick(now);
    if (this.#ticks % LAYER_TICKS === 0) this.#subscriber.connection.tick(now);
    if (this.#ticks % LEVEL_TICKS === 0) this.#reportLevels();
    if (this.#ticks % UPLINK_TICKS === 0) this.#uplinkLoss = this.#publisher.connection.report(now);
    if (this.#ticks % REPORT_TICKS === 0) {
      this.#subscriber.connection.report(now);
      this.#reportQuality();
    }
  }

  #reportLevels() {
    const levels = this.#publisher.tracks.flatMap(({ sid, kind, level }) => {
      const reported = kind === 'audio' ? level.report() : undefined;
      return reported === undefined ? [] : [{ sid, level: reported }];
    });
    if (levels.length > 0) this.#events.audioLevels(levels);
  }

  #reportQuality() {
    const { loss: downlinkLoss, queueMs, reduction } = this.#subscriber.connection;
    const loss = Math.max(this.#uplinkLoss, downlinkLoss);
    const quality: ConnectionQuality =
      loss > GOOD_LOSS * 2 || reduction > 1
        ? 'poor'
        : loss > EXCELLENT_LOSS || queueMs > GOOD_QUEUE_MS || reduction > 0
          ? 'good'
          : 'excellent';
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#events.quality(quality, Math.max(0, 1 - loss * 5));
  }
}

/** Catches errors of the room's handlers, so that they do not end the tick of all other peers. */
function guardEvents(events: PeerEvents, log: PlaneContext['log']): PeerEvents {
  const guard =
    <Args extends unknown[]>(name: keyof PeerEvents, handler: (...args: Args) => void) =>
    (...args: Args) => {
      try {
        handler(...args);
      } catch (error) {
        log('A handler of the room failed.', { event: name, error: (error as Error).stack ?? String(error) });
      }
    };
  return {
    offer: guard('offer', (sdp) => events.offer(sdp)),
    state: guard('state', (target, state) => events.state(target, state)),
    trackBound: guard('trackBound', (sid, track) => events.trackBound(sid, track)),
    trackEnded: guard('trackEnded', (sid) => events.trackEnded(sid)),
    data: guard('data', (kind, bytes) => events.data(kind, bytes)),
    audioLevels: guard('audioLevels', (levels) => events.audioLevels(levels)),
    quality: guard('quality', (quality, score) => events.quality(quality, score)),
    wantedQualities: guard('wantedQualities', (sid, qualities) => events.wantedQualities(sid, qualities)),
  };
}
