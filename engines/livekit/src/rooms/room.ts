import {
  DisconnectReason,
  LeaveRequest_Action,
  type ParticipantInfo,
  ParticipantInfo_State as State,
  type ParticipantPermission,
  Room as RoomInfo,
} from '@livekit/protocol';

import type { LivekitLimits } from '../options';
import { Outgoing, type Response } from '../signal/messages';
import { newSid } from './ids';
import type { Participant } from './participant';
import type { Publication } from './publication';
import { Speakers } from './speakers';
import { followTrack, forgetTracks } from './subscriptions';

/** Room events for webhooks. */
export type RoomEvent =
  | { event: 'room_started' | 'room_finished'; room: RoomInfo }
  | {
      event: 'participant_joined' | 'participant_left' | 'participant_connection_aborted';
      room: RoomInfo;
      participant: ParticipantInfo;
    }
  | {
      event: 'track_published' | 'track_unpublished';
      room: RoomInfo;
      participant: ParticipantInfo;
      track: Publication['info'];
    };

/** Settings of a room, given on creation. */
export interface RoomSettings {
  readonly metadata?: string;
  readonly emptyMs?: number;
  readonly departureMs?: number;
  readonly maxParticipants?: number;
}

interface RoomDeps {
  readonly limits: LivekitLimits;
  onEvent(event: RoomEvent): void;
  onLeft(reason: DisconnectReason): void;
  /** Called when the room is empty; `waitMs` is how long it is kept for new participants. */
  onEmpty(waitMs: number): void;
}

/** Interval of speaker updates, in milliseconds. */
const SPEAKERS_MS = 300;

/** One room: its participants, and the messages that notify them of each other. */
export class Room {
  readonly sid = newSid('RM');
  readonly createdAt = Date.now();
  readonly participants = new Map<string, Participant>();
  readonly speakers = new Speakers();
  readonly #decided = new Map<string, { permission: ParticipantPermission; at: number }>();
  metadata: string;
  #settings: RoomSettings;
  #speaking: NodeJS.Timeout | undefined;

  constructor(
    readonly name: string,
    settings: RoomSettings,
    private readonly deps: RoomDeps,
  ) {
    this.#settings = settings;
    this.metadata = settings.metadata ?? '';
  }

  get limits(): LivekitLimits {
    return this.deps.limits;
  }

  get maxParticipants(): number {
    return this.#settings.maxParticipants || this.limits.maxParticipantsPerRoom;
  }

  get isFull(): boolean {
    return this.visible.length >= this.maxParticipants;
  }

  get visible(): Participant[] {
    return [...this.participants.values()].filter(({ isHidden }) => !isHidden);
  }

  get info(): RoomInfo {
    const visible = this.visible;
    const { emptyMs = this.limits.emptyMs, departureMs = this.limits.departureMs } = this.#settings;
    return new RoomInfo({
      sid: this.sid,
      name: this.name,
      metadata: this.metadata,
      emptyTimeout: Math.round(emptyMs / 1000),
      departureTimeout: Math.round(departureMs / 1000),
      maxParticipants: this.maxParticipants,
      creationTime: BigInt(Math.floor(this.createdAt / 1000)),
      creationTimeMs: BigInt(this.createdAt),
      enabledCodecs: [{ mime: 'video/VP8' }, { mime: 'audio/opus' }],
      numParticipants: visible.length,
      numPublishers: visible.filter(({ published }) => published.length > 0).length,
    });
  }

  /** Updates the settings of an existing room that is created again. */
  settle(settings: RoomSettings): void {
    this.#settings = { ...this.#settings, ...settings };
    if (settings.metadata) this.setMetadata(settings.metadata);
  }

  setMetadata(metadata: string): void {
    if (metadata === this.metadata) return;
    this.metadata = metadata;
    this.broadcast({ case: 'roomUpdate', value: { room: this.info } });
  }

  start(): void {
    this.deps.onEvent({ event: 'room_started', room: this.info });
    this.deps.onEmpty(this.#settings.emptyMs ?? this.limits.emptyMs);
  }

  /**
   * Stores a permission that the server has changed: it overrides that of older tokens when the participant rejoins.
   * The time is compared in seconds since 1970, like the times in tokens.
   */
  decide(identity: string, permission: ParticipantPermission): void {
    this.#decided.set(identity, { permission, at: Math.floor(Date.now() / 1000) });
  }

  add(participant: Participant, tokenSince: number): void {
    const decided = this.#decided.get(participant.identity);
    if (decided && tokenSince < decided.at) participant.permission = decided.permission;
    participant.state = State.JOINED;
    this.participants.set(participant.identity, participant);
  }

  /** Marks a participant's media as connected: announces it to others and subscribes it to their tracks. */
  activate(participant: Participant): void {
    if (participant.state !== State.JOINED) return;
    participant.state = State.ACTIVE;
    this.broadcastInfo(participant);
    const { current } = this.speakers;
    if (current.length > 0) participant.link.send({ case: 'speakersChanged', value: { speakers: current } });
    participant.link.send({ case: 'connectionQuality', value: { updates: this.#qualities() } });
    for (const publisher of this.participants.values())
      for (const publication of publisher.published) followTrack(publisher, publication, participant);
    this.#emit(participant, 'participant_joined');
  }

  /** Sends the participant's current info to the others and to itself. */
  broadcastInfo(participant: Participant): void {
    participant.version += 1;
    participant.isAnnounced = true;
    const update = new Outgoing({ case: 'update', value: { participants: [participant.info] } });
    if (participant.isHidden) participant.link.send(update);
    else this.broadcast(update);
  }

  /** Removes a participant and notifies the room. The participant gets the reason unless it left by itself. */
  remove(participant: Participant, reason: DisconnectReason, action?: LeaveRequest_Action): void {
    if (participant.hasLeft || this.participants.get(participant.identity) !== participant) return;
    const wasActive = participant.state === State.ACTIVE;
    clearTimeout(participant.timer);
    clearInterval(participant.refreshing);
    for (const publication of participant.published) this.unpublish(participant, publication, { isLeaving: true });
    this.participants.delete(participant.identity);
    participant.state = State.DISCONNECTED;
    participant.disconnectReason = reason;
    this.deps.onLeft(reason);
    const isClientMade = reason === DisconnectReason.CLIENT_INITIATED;
    if (!isClientMade) {
      const canReconnect = action === LeaveRequest_Action.RECONNECT;
      participant.link.send({
        case: 'leave',
        value: { reason, action: action ?? LeaveRequest_Action.DISCONNECT, canReconnect },
      });
    }
    participant.link.end();
    participant.peer?.close();
    this.hear(participant, 0);
    if (participant.isAnnounced) this.broadcastInfo(participant);
    this.#emit(participant, wasActive ? 'participant_left' : 'participant_connection_aborted');
    if (this.participants.size === 0) this.deps.onEmpty(this.#settings.departureMs ?? this.limits.departureMs);
  }

  /** Ends the room for all participants. */
  close(reason: DisconnectReason, action = LeaveRequest_Action.DISCONNECT): void {
    for (const participant of [...this.participants.values()]) this.remove(participant, reason, action);
    clearTimeout(this.#speaking);
    this.deps.onEvent({ event: 'room_finished', room: this.info });
  }

  /** Announces a track whose packets are accepted, and subscribes participants to it. */
  publish(publisher: Participant, publication: Publication): void {
    this.broadcastInfo(publisher);
    for (const subscriber of this.participants.values()) followTrack(publisher, publication, subscriber);
    this.#emit(publisher, 'track_published', publication);
  }

  unpublish(publisher: Participant, publication: Publication, { isLeaving = false } = {}): void {
    publisher.publications.delete(publication.info.sid);
    forgetTracks([publication.info.sid], this.participants.values());
    if (!publication.track) return;
    if (!isLeaving) this.broadcastInfo(publisher);
    this.#emit(publisher, 'track_unpublished', publication);
  }

  /** Sends a message to all participants, optionally except one. */
  broadcast(message: Response | Outgoing, except?: Participant): void {
    const outgoing = message instanceof Outgoing ? message : new Outgoing(message);
    for (const participant of this.participants.values()) if (participant !== except) participant.link.send(outgoing);
  }

  /** Records a participant's audio level; speaker updates are sent in batches. */
  hear(participant: Participant, level: number): void {
    if (level > 0) this.speakers.hear(participant.sid, level);
    else this.speakers.forget(participant.sid);
    this.#speaking ??= setTimeout(() => {
      this.#speaking = undefined;
      const speakers = this.speakers.changes();
      if (speakers.length > 0) this.broadcast({ case: 'speakersChanged', value: { speakers } });
    }, SPEAKERS_MS).unref();
  }

  setQuality(participant: Participant, quality: { quality: number; score: number }): void {
    participant.quality = quality;
    if (!participant.isHidden)
      this.broadcast({
        case: 'connectionQuality',
        value: { updates: [{ participantSid: participant.sid, ...quality }] },
      });
  }

  #qualities() {
    return this.visible.flatMap(({ sid: participantSid, quality }) =>
      quality ? [{ participantSid, ...quality }] : [],
    );
  }

  #emit(
    participant: Participant,
    event: Exclude<RoomEvent['event'], 'room_started' | 'room_finished'>,
    publication?: Publication,
  ): void {
    const about = { room: this.info, participant: participant.info };
    if (event !== 'track_published' && event !== 'track_unpublished') this.deps.onEvent({ event, ...about });
    else if (publication) this.deps.onEvent({ event, ...about, track: publication.info });
  }
}
