import {
  ClientConfigSetting,
  ConnectionQuality,
  DisconnectReason,
  LeaveRequest_Action,
  ReconnectReason,
  ServerInfo_Edition,
} from '@livekit/protocol';
import type { WebSocket } from 'ws';

import type { MediaPlane } from '../media/media-plane';
import type { Counters } from '../metrics';
import type { LivekitLimits } from '../options';
import { mediaEvents } from '../rooms/media-events';
import { type JoinWishes, Participant } from '../rooms/participant';
import { grantFor } from '../rooms/permission';
import type { Room } from '../rooms/room';
import type { Rooms } from '../rooms/rooms';
import { type AccessTokens, type Claims, signatureOf } from '../tokens/access-tokens';
import { Outgoing, type Response } from './messages';
import { handleRequest } from './requests';
import { SignalConnection } from './signal-connection';

/** The server and protocol versions reported to clients, by which they choose protocol features. */
const SERVER_VERSION = '1.9.0';
const PROTOCOL = 16;
const PING_SECONDS = 5;
const PING_TIMEOUT_SECONDS = 15;
/** Interval of token refreshes, in milliseconds. As in LiveKit: half of the new token's lifetime. */
const REFRESH_MS = 300_000;
/** How many tokens of a participant can still be valid at the same time. */
const KNOWN_TOKENS = 4;

/** A client that connects with a verified token. */
export interface Entry {
  readonly claims: Claims;
  readonly roomName: string;
  readonly wishes: JoinWishes;
  /** Set when a client resumes after a lost signal connection. */
  readonly resume: { readonly sid: string; readonly reason: ReconnectReason } | undefined;
}

interface SessionsDeps {
  readonly rooms: Rooms;
  readonly plane: MediaPlane;
  readonly tokens: AccessTokens;
  readonly limits: LivekitLimits;
  readonly counters: Counters;
  onFailure(failure: unknown): void;
}

const SERVER_INFO = { edition: ServerInfo_Edition.Standard, version: SERVER_VERSION, protocol: PROTOCOL } as const;
const CLIENT_CONFIGURATION = {
  resumeConnection: ClientConfigSetting.ENABLED,
  // Every subscriber can decode VP8, and recordings require a single codec.
  disabledCodecs: { codecs: ['video/H264', 'video/VP9', 'video/AV1', 'video/H265'].map((mime) => ({ mime })) },
} as const;

/** Connects the signal connections of participants to their rooms. */
export class Sessions {
  #connections = 0;

  constructor(private readonly deps: SessionsDeps) {}

  get size(): number {
    return this.#connections;
  }

  /** Accepts a WebSocket whose token was verified. */
  accept(socket: WebSocket, entry: Entry): void {
    if (entry.resume) this.#resume(socket, entry, entry.resume);
    else this.#join(socket, entry);
  }

  #join(socket: WebSocket, { claims, roomName, wishes }: Entry): void {
    const { rooms, plane, limits, counters } = this.deps;
    const room = rooms.open(roomName);
    const earlier = room.participants.get(claims.identity);
    if (earlier) room.remove(earlier, DisconnectReason.DUPLICATE_IDENTITY);
    const participant = new Participant(claims, wishes, limits);
    participant.quality = { quality: ConnectionQuality.EXCELLENT, score: 5 };
    const others = room.visible.filter(({ isAnnounced }) => isAnnounced).map(({ info }) => info);
    room.add(participant, claims.notBefore);
    participant.peer = plane.openPeer(mediaEvents(room, participant, counters));
    this.#attach(socket, room, participant, {
      case: 'join',
      value: {
        room: room.info,
        participant: participant.info,
        otherParticipants: others,
        serverVersion: SERVER_VERSION,
        serverInfo: SERVER_INFO,
        subscriberPrimary: true,
        pingInterval: PING_SECONDS,
        pingTimeout: PING_TIMEOUT_SECONDS,
        clientConfiguration: CLIENT_CONFIGURATION,
        enabledPublishCodecs: [{ mime: 'video/VP8' }, { mime: 'audio/opus' }],
      },
    });
    participant.peer.offer();
    this.#waitFor(limits.mediaConnectMs, room, participant, DisconnectReason.CONNECTION_TIMEOUT);
    this.#keepTokenFresh(room, participant);
  }

  /** Resumes a session without changing its media; if that is not possible, asks the client to reconnect fully. */
  #resume(socket: WebSocket, { claims, roomName }: Entry, { sid, reason }: NonNullable<Entry['resume']>): void {
    const { rooms, counters } = this.deps;
    const room = rooms.get(roomName);
    const participant = room?.participants.get(claims.identity);
    if (!room || participant?.sid !== sid || participant.link.hasMissed) {
      counters.add('resumed', 'too_late');
      this.#refuse(socket);
      return;
    }
    counters.add('resumed', 'resumed');
    clearTimeout(participant.timer);
    this.#attach(socket, room, participant, {
      case: 'reconnect',
      value: {
        clientConfiguration: CLIENT_CONFIGURATION,
        serverInfo: SERVER_INFO,
        lastMessageSeq: participant.lastReliable,
      },
    });
    const others = room.visible.filter((other) => other !== participant && other.isAnnounced);
    participant.link.send({
      case: 'update',
      value: { participants: [participant, ...others].map(({ info }) => info) },
    });
    const { publisher, subscriber } = participant.connected;
    participant.peer?.restart({
      publisher: reason === ReconnectReason.RR_PUBLISHER_FAILED || (!publisher && !subscriber),
      subscriber: reason === ReconnectReason.RR_SUBSCRIBER_FAILED || !subscriber,
    });
    participant.repeatOffer();
  }

  #attach(socket: WebSocket, room: Room, participant: Participant, first: Response): void {
    const { limits, counters, onFailure } = this.deps;
    this.#connections += 1;
    const connection: SignalConnection = new SignalConnection(socket, limits, {
      onRequest: (request) => {
        counters.add('requests', request.case ?? 'unknown');
        try {
          handleRequest({ room, participant, counters }, request);
        } catch (failure) {
          onFailure(failure);
          room.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT);
        }
      },
      onClose: () => {
        this.#connections -= 1;
        if (participant.link.detach(connection) && !participant.hasLeft) this.#handleLost(room, participant);
      },
      onMisbehaved: (what) => {
        counters.add('signal_ended', what);
        if (what !== 'slow') room.remove(participant, DisconnectReason.STATE_MISMATCH);
      },
    });
    participant.link.attach(connection, first);
  }

  /**
   * Keeps a participant that lost its signal connection until the resume timeout while its media is connected; removes
   * it otherwise.
   */
  #handleLost(room: Room, participant: Participant): void {
    const { publisher, subscriber } = participant.connected;
    if (publisher || subscriber)
      this.#waitFor(this.deps.limits.resumeMs, room, participant, DisconnectReason.SIGNAL_CLOSE);
    else room.remove(participant, DisconnectReason.SIGNAL_CLOSE);
  }

  #waitFor(ms: number, room: Room, participant: Participant, reason: DisconnectReason): void {
    clearTimeout(participant.timer);
    participant.timer = setTimeout(() => room.remove(participant, reason), ms).unref();
  }

  /** Notifies a client that its session is gone; the client then joins again. */
  #refuse(socket: WebSocket): void {
    const { limits } = this.deps;
    const nothing = () => undefined;
    const connection = new SignalConnection(socket, limits, {
      onRequest: nothing,
      onClose: nothing,
      onMisbehaved: nothing,
    });
    connection.send(
      new Outgoing({
        case: 'leave',
        value: { action: LeaveRequest_Action.RECONNECT, reason: DisconnectReason.STATE_MISMATCH, canReconnect: true },
      }),
    );
    connection.end();
  }

  /** Sends the client a new token periodically, with which it can reconnect after the first one has expired. */
  #keepTokenFresh(room: Room, participant: Participant): void {
    const { tokens, onFailure } = this.deps;
    const refresh = () => {
      const { identity, name, metadata, attributes, permission } = participant;
      const video = grantFor(permission, room.name);
      tokens.refresh({ identity, name, metadata, attributes, video }).then((token) => {
        participant.tokens.push(signatureOf(token));
        participant.tokens.splice(0, participant.tokens.length - KNOWN_TOKENS);
        if (!participant.hasLeft) participant.link.send({ case: 'refreshToken', value: token });
      }, onFailure);
    };
    refresh();
    participant.refreshing = setInterval(refresh, REFRESH_MS).unref();
  }
}
