import {
  DisconnectReason,
  ParticipantInfo,
  ParticipantInfo_State as State,
  type ParticipantPermission,
} from '@livekit/protocol';

import type { MediaPeer } from '../media/media-plane';
import type { LivekitLimits } from '../options';
import { Link } from '../signal/link';
import { Rate } from '../signal/rate';
import type { Claims } from '../tokens/access-tokens';
import { newSid } from './ids';
import { permissionOf } from './permission';
import type { Publication } from './publication';

/** Options that a client sends when it connects. */
export interface JoinWishes {
  readonly autoSubscribe: boolean;
  readonly clientProtocol: number;
}

/** An offer of the engine that the client has not answered yet. */
export interface OpenOffer {
  readonly id: number;
  readonly sdp: string;
}

/** A participant of a room. The room notifies others of changes. */
export class Participant {
  readonly sid = newSid('PA');
  readonly identity: string;
  readonly link = new Link();
  readonly joinedAt = Date.now();
  /** Announced tracks by sid; those without `track` wait for their media section in an offer. */
  readonly publications = new Map<string, Publication>();
  /** Explicit subscription choices by track sid; other tracks follow `autoSubscribe`. */
  readonly chosen = new Map<string, boolean>();
  /** Sids of the tracks being sent to this participant. */
  readonly subscribed = new Set<string>();
  readonly dataRate: Rate;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  permission: ParticipantPermission;
  state = State.JOINING;
  disconnectReason = DisconnectReason.UNKNOWN_REASON;
  /** Incremented on each change; clients ignore an info with an older version. */
  version = 1;
  peer: MediaPeer | undefined;
  /**
   * Who may subscribe to this participant's tracks, by identity: all or some tracks. Undefined: everyone, all tracks.
   */
  audience: ReadonlyMap<string, 'all' | ReadonlySet<string>> | undefined;
  openOffer: OpenOffer | undefined;
  offers = 0;
  /** Sequence number of the last reliable data packet, for detecting repeats by a resumed client. */
  lastReliable = 0;
  /** Whether others have been notified of this participant. */
  isAnnounced = false;
  connected = { publisher: false, subscriber: false };
  quality: { quality: number; score: number } | undefined;
  /** Signatures of this participant's tokens, which are rejected after its removal. */
  readonly tokens: string[];
  /** Removes the participant when media or the signal connection does not connect in time. */
  timer: NodeJS.Timeout | undefined;
  /** Refreshes the client's token; it keeps the participant in memory, so it ends with the participant. */
  refreshing: NodeJS.Timeout | undefined;

  constructor(
    claims: Claims,
    readonly wishes: JoinWishes,
    limits: LivekitLimits,
  ) {
    this.identity = claims.identity;
    this.name = claims.name;
    this.metadata = claims.metadata;
    this.attributes = { ...claims.attributes };
    this.permission = permissionOf(claims.video);
    this.tokens = [claims.signature];
    this.dataRate = new Rate(limits.dataBurst, limits.dataPerSecond);
  }

  get isHidden(): boolean {
    return this.permission.hidden;
  }

  get hasLeft(): boolean {
    return this.state === State.DISCONNECTED;
  }

  /** The published tracks, without those waiting for their media section. */
  get published(): Publication[] {
    return [...this.publications.values()].filter(({ track }) => track);
  }

  get waiting(): Publication[] {
    return [...this.publications.values()].filter(({ track }) => !track);
  }

  /** The participant as clients and callers of the room service see it. */
  get info(): ParticipantInfo {
    const published = this.published;
    return new ParticipantInfo({
      sid: this.sid,
      identity: this.identity,
      name: this.name,
      metadata: this.metadata,
      attributes: this.attributes,
      state: this.state,
      tracks: published.map(({ info }) => info),
      joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
      joinedAtMs: BigInt(this.joinedAt),
      version: this.version,
      permission: this.permission,
      isPublisher: published.length > 0,
      disconnectReason: this.disconnectReason,
      clientProtocol: this.wishes.clientProtocol,
    });
  }

  /** Returns whether another participant may subscribe to a track of this one. */
  allows(identity: string, trackSid: string): boolean {
    if (!this.audience) return true;
    const allowed = this.audience.get(identity);
    return allowed === 'all' || (allowed?.has(trackSid) ?? false);
  }

  /** Sends an offer of the subscriber connection and stores it until it is answered. */
  sendOffer(sdp: string): void {
    this.offers += 1;
    this.openOffer = { id: this.offers, sdp };
    this.repeatOffer();
  }

  /** Sends the unanswered offer again, replacing a queued copy. */
  repeatOffer(): void {
    if (!this.openOffer) return;
    const { id, sdp } = this.openOffer;
    this.link.forget('offer');
    this.link.send({ case: 'offer', value: { type: 'offer', sdp, id } });
  }
}
