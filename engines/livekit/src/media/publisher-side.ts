import { parseSdp, type Section } from '../sdp/parse-sdp';
import { publisherAnswer, receivedCodec } from '../sdp/publisher-answer';
import type { Transport } from '../transport/transport';
import { ConnectionHolder } from './connection-holder';
import type { PlaneContext } from './context';
import type { PeerEvents, WaitingTrack } from './media-plane';
import { PublisherConnection } from './publisher-connection';
import { SourceTrack } from './source-track';

/**
 * When active sources have been silent for this long, in milliseconds, the connection counts as lost, whatever the
 * client reports.
 */
const SILENT_MS = 2500;

interface Bound {
  readonly track: SourceTrack;
  readonly cid: string;
}

/** The publisher connection of a participant: its offers, tracks and packets. */
export class PublisherSide {
  readonly connection: PublisherConnection;
  readonly #holder: ConnectionHolder;
  readonly #bound = new Map<string, Bound>();
  #version = 0;
  #mustRestart = false;

  constructor(
    private readonly context: PlaneContext,
    private readonly events: PeerEvents,
  ) {
    this.connection = new PublisherConnection(context.counters);
    this.#holder = new ConnectionHolder(context, {
      openChannels: false,
      connected: () => events.state('publisher', 'connected'),
      ended: (reason) => events.state('publisher', reason),
      packet: (packet) => this.connection.receive(packet),
      data: (kind, bytes) => {
        if (bytes.length <= context.limits.maxDataBytes) events.data(kind, bytes);
      },
    });
  }

  get tracks(): SourceTrack[] {
    return [...this.#bound.values()].map(({ track }) => track);
  }

  get transport(): Transport | undefined {
    return this.#holder.transport;
  }

  accept(sdp: string, waitingTracks: readonly WaitingTrack[]): string {
    const description = parseSdp(sdp, this.context.limits);
    // A client that lost only its signal connection also restarts ICE. The answer repeats the previous credentials, so
    // that browsers keep using the working path and media is not interrupted.
    const hasData = description.sections.some(({ kind }) => kind === 'application');
    if (this.#holder.needsPipe(description.remote) && !this.#carriesOn()) {
      this.#mustRestart = false;
      this.connection.attach(this.#holder.open(description.remote, { hasData }));
    } else if (hasData) this.#holder.transport?.addData();
    const { started, ended } = this.#bind(description.sections, waitingTracks);
    this.connection.learn(description);
    this.#version += 1;
    const answer = publisherAnswer(description, {
      local: this.#holder.local,
      version: this.#version,
      receiving: new Set(this.#bound.keys()),
    });
    for (const sid of ended) this.events.trackEnded(sid);
    for (const track of started) this.events.trackBound(track.sid, track);
    return answer;
  }

  /** Marks the pipe as failed: the client's next offer gets a new one. */
  restart(): void {
    this.#mustRestart = true;
  }

  pause(sid: string, muted: boolean): void {
    this.#find(sid)?.track.setMuted(muted);
  }

  drop(sid: string): void {
    const bound = this.#find(sid);
    if (bound) this.#end(bound.track);
  }

  close(): void {
    for (const { track } of [...this.#bound.values()]) this.#end(track);
    this.#holder.close();
  }

  #carriesOn(): boolean {
    if (this.#mustRestart || !this.#holder.transport?.isConnected) return false;
    const isSending = this.tracks.some(({ isMuted }) => !isMuted);
    return !isSending || performance.now() - this.connection.lastPacketAt < SILENT_MS;
  }

  #bind(sections: readonly Section[], waitingTracks: readonly WaitingTrack[]) {
    const started: SourceTrack[] = [];
    const ended: string[] = [];
    for (const section of sections) {
      if (section.kind === 'application') continue;
      const bound = this.#bound.get(section.mid);
      const isSending = section.direction === 'sendonly' || section.direction === 'sendrecv';
      const waiting = isSending ? this.#waitingFor(section, waitingTracks) : undefined;
      if (bound && (!isSending || waiting)) {
        this.#end(bound.track);
        ended.push(bound.track.sid);
      }
      if (waiting) started.push(...this.#start(section, waiting));
    }
    return { started, ended };
  }

  #waitingFor(section: Section, waitingTracks: readonly WaitingTrack[]): WaitingTrack | undefined {
    const bound = this.#bound.get(section.mid);
    const free = waitingTracks.filter(({ kind, sid }) => kind === section.kind && !this.#find(sid));
    const named = free.find(({ cid }) => cid === section.trackId || cid === section.mid);
    // A client may replace a track between announcing and offering it, so a single waiting track is matched without its
    // id.
    return named ?? (bound === undefined && free.length === 1 ? free[0] : undefined);
  }

  #start(section: Section, waiting: WaitingTrack): SourceTrack[] {
    const received = receivedCodec(section);
    if (!received) return [];
    const track = new SourceTrack(
      waiting,
      section.mid,
      section.rids,
      received.codec.payloadType,
      received.repair?.payloadType ?? -1,
      {
        askKeyFrame: (layer) => this.connection.askKeyFrame(layer),
        wantedQualities: (sid, qualities) => this.events.wantedQualities(sid, qualities),
      },
    );
    this.#bound.set(section.mid, { track, cid: waiting.cid });
    this.connection.add(track, section);
    this.context.counters.publishedTracks += 1;
    return [track];
  }

  #end(track: SourceTrack) {
    this.#bound.delete(track.mid);
    this.connection.remove(track);
    track.end();
    this.context.counters.publishedTracks -= 1;
  }

  #find(sid: string): Bound | undefined {
    return [...this.#bound.values()].find(({ track }) => track.sid === sid);
  }
}
