import { parseSdp } from '../sdp/parse-sdp';
import { type SentLine, subscriberOffer } from '../sdp/subscriber-offer';
import { ConnectionHolder } from './connection-holder';
import type { PlaneContext } from './context';
import { ForwardedTrack } from './forwarded-track';
import { type DataKind, InvalidSdp, type PeerEvents, type Preference } from './media-plane';
import type { SourceTrack } from './source-track';
import { SubscriberConnection } from './subscriber-connection';

/** In milliseconds. Longer than for publishers, because reports on audio alone arrive only every few seconds. */
const SILENT_MS = 6000;

interface Line {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  forwarded: ForwardedTrack | undefined;
  streamId: string;
  /** The client knows that the section is inactive, so another track may use it. */
  isFree: boolean;
}

/** The subscriber connection of a participant: one pending offer at a time, and at most one track per media section. */
export class SubscriberSide {
  readonly connection: SubscriberConnection;
  readonly #holder: ConnectionHolder;
  readonly #lines: Line[] = [];
  #version = 0;
  /** The track of each section in the pending offer. */
  #offered: (ForwardedTrack | undefined)[] | undefined;
  #answered = new Set<ForwardedTrack>();
  #needsOffer = false;
  #isScheduled = false;
  #hasBegun = false;
  #isClosed = false;
  #answerTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: PlaneContext,
    private readonly events: PeerEvents,
  ) {
    this.connection = new SubscriberConnection(context.counters, (track) => this.unsubscribe(track.track.sid));
    this.#holder = new ConnectionHolder(context, {
      openChannels: true,
      connected: () => {
        this.#openTracks();
        events.state('subscriber', 'connected');
      },
      ended: (reason) => events.state('subscriber', reason),
      packet: (packet) => this.connection.receive(packet),
      data: () => undefined,
    });
  }

  offer(): void {
    this.#hasBegun = true;
    this.#needsOffer = true;
    this.#offerNow();
  }

  accept(sdp: string): void {
    const { remote } = parseSdp(sdp, this.context.limits);
    if (!this.#offered) throw new InvalidSdp('No offer waits for an answer.');
    if (!this.#holder.transport) this.connection.attach(this.#holder.open(remote, { hasData: true }));
    clearTimeout(this.#answerTimer);
    for (const [index, forwarded] of this.#offered.entries()) {
      const line = this.#lines[index] as Line;
      if (forwarded) this.#answered.add(forwarded);
      else if (!line.forwarded) line.isFree = true;
    }
    this.#offered = undefined;
    if (this.#holder.transport?.isConnected) this.#openTracks();
    this.#offerNow();
  }

  subscribe(track: SourceTrack, streamId: string): void {
    if (this.#isClosed || track.isEnded || this.#find(track.sid)) return;
    const forwarded = new ForwardedTrack(track, this.connection, streamId.split('|')[0] ?? streamId);
    let line = this.#lines.find(({ kind, isFree }) => isFree && kind === track.kind);
    if (!line) {
      line = { mid: String(this.#lines.length + 1), kind: track.kind, forwarded, streamId, isFree: false };
      this.#lines.push(line);
    }
    Object.assign(line, { forwarded, streamId, isFree: false });
    this.connection.add(forwarded);
    this.context.counters.subscriptions += 1;
    this.#offerSoon();
  }

  unsubscribe(trackSid: string): void {
    const line = this.#find(trackSid);
    if (!line?.forwarded) return;
    this.#remove(line.forwarded);
    line.forwarded = undefined;
    this.#offerSoon();
  }

  mid(trackSid: string): string | undefined {
    return this.#find(trackSid)?.mid;
  }

  setPreference(trackSid: string, preference: Preference): void {
    this.#find(trackSid)?.forwarded?.setPreference(preference, performance.now());
  }

  send(kind: DataKind, bytes: Uint8Array): boolean {
    return this.#holder.transport?.sendData(kind, bytes) ?? false;
  }

  /** Continues after a lost signal connection: an offer or its answer may be lost, and the pipe may have failed. */
  resume(hasFailed: boolean): void {
    if (this.#isClosed || !this.#hasBegun) return;
    const isSilent =
      [...this.connection.tracks].some(({ currentLayer }) => currentLayer >= 0) &&
      performance.now() - this.connection.lastPacketAt > SILENT_MS;
    const mustRestart = hasFailed || isSilent || !this.#holder.transport?.isConnected;
    if (!mustRestart && !this.#offered && !this.#needsOffer) return;
    if (mustRestart) this.#holder.renew();
    this.#offered = undefined;
    this.offer();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#answerTimer);
    for (const { forwarded } of this.#lines) if (forwarded) this.#remove(forwarded);
    this.#holder.close();
  }

  /** Combines changes of the same turn into one offer, sent after the room's own messages of that turn. */
  #offerSoon() {
    this.#needsOffer = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#offerNow();
    });
  }

  #offerNow() {
    if (!this.#needsOffer || this.#offered || !this.#hasBegun || this.#isClosed) return;
    this.#needsOffer = false;
    this.#version += 1;
    this.#offered = this.#lines.map(({ forwarded }) => forwarded);
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => this.events.state('subscriber', 'failed'), this.context.limits.connectMs);
    this.#answerTimer.unref();
    this.events.offer(
      subscriberOffer({ local: this.#holder.local, version: this.#version, lines: this.#lines.map(sentLine) }),
    );
  }

  #openTracks() {
    const now = performance.now();
    for (const forwarded of this.#answered) forwarded.open(now);
  }

  #remove(forwarded: ForwardedTrack) {
    this.#answered.delete(forwarded);
    this.connection.remove(forwarded);
    forwarded.close();
    this.context.counters.subscriptions -= 1;
  }

  #find(trackSid: string): Line | undefined {
    return this.#lines.find(({ forwarded }) => forwarded?.track.sid === trackSid);
  }
}

function sentLine({ mid, kind, forwarded, streamId }: Line): SentLine {
  return {
    mid,
    kind,
    track: forwarded && { streamId, trackSid: forwarded.track.sid, ssrc: forwarded.ssrc, cname: forwarded.cname },
  };
}
