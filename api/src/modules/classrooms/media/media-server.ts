import { extname } from 'node:path';

import {
  type EgressInfo,
  EgressStatus,
  type ParticipantInfo,
  ParticipantInfo_Kind as ParticipantKind,
  TrackSource,
} from '@livekit/protocol';
import { getUnixTime } from 'date-fns';
import { AccessToken, DirectFileOutput, EgressClient, RoomServiceClient, WebhookReceiver } from 'livekit-server-sdk';

import type { MediaEnv } from '../../../media-env';
import type { MediaRights } from './media-rights';

/** Lifetime of a token, in seconds. It limits connecting, not the connection. */
export const TOKEN_SECONDS = 300;
/** Timeout of a call to the media server, in seconds. */
const TIMEOUT_SECONDS = 5;
const NOT_FOUND = 404;

/** A participant as connected to the media server. */
export interface Connected {
  identity: string;
  /** When the connection was made, in milliseconds since 1970. */
  joinedAtMs: number;
  rights: MediaRights;
  /** Published tracks that are not muted. */
  openTracks: ConnectedTrack[];
  /** All published tracks. */
  tracks: ConnectedTrack[];
}

interface ConnectedTrack {
  sid: string;
  source: 'mic' | 'camera' | 'screen' | 'screen_sound' | 'other';
}

/** A recording of one track, running or ended. */
export interface TrackRecording {
  egressId: string;
  trackSid: string;
  state: 'starting' | 'active' | 'complete' | 'failed';
  startedAt: Date | null;
  endedAt: Date | null;
  /** The extension of its file, with the dot; null until there is one. */
  extension: string | null;
}

export type MediaServer = ReturnType<typeof createMediaServer>;

const sourceNames = new Map([
  [TrackSource.MICROPHONE, 'mic'],
  [TrackSource.CAMERA, 'camera'],
  [TrackSource.SCREEN_SHARE, 'screen'],
  [TrackSource.SCREEN_SHARE_AUDIO, 'screen_sound'],
] as const);

/** Returns the sources that the rights allow to be published. */
const sourcesOf = ({ publishMic, publishCamera, publishScreen }: MediaRights): TrackSource[] => [
  ...(publishMic ? [TrackSource.MICROPHONE] : []),
  ...(publishCamera ? [TrackSource.CAMERA] : []),
  ...(publishScreen ? [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO] : []),
];

/** LiveKit reads an empty list of sources as all sources, so `canPublish` forbids publishing. */
function permissionOf(rights: MediaRights) {
  const sources = sourcesOf(rights);
  return {
    canSubscribe: rights.subscribe,
    canPublish: sources.length > 0,
    canPublishData: rights.publishData,
    canPublishSources: sources,
  };
}

function rightsIn({ permission }: ParticipantInfo): MediaRights {
  const {
    canPublish = false,
    canPublishSources: sources = [],
    canSubscribe = false,
    canPublishData = false,
  } = permission ?? {};
  const mayPublish = (source: TrackSource) => canPublish && (sources.length === 0 || sources.includes(source));
  return {
    subscribe: canSubscribe,
    publishMic: mayPublish(TrackSource.MICROPHONE),
    publishCamera: mayPublish(TrackSource.CAMERA),
    publishScreen: mayPublish(TrackSource.SCREEN_SHARE),
    publishData: canPublishData,
  };
}

const toConnected = (info: ParticipantInfo): Connected => ({
  identity: info.identity,
  joinedAtMs: Number(info.joinedAtMs) || Number(info.joinedAt) * 1000,
  rights: rightsIn(info),
  openTracks: info.tracks.filter(({ muted }) => !muted).map(toTrack),
  tracks: info.tracks.map(toTrack),
});

const toTrack = ({ sid, source }: ParticipantInfo['tracks'][number]): ConnectedTrack => ({
  sid,
  source: sourceNames.get(source as never) ?? 'other',
});

const recordingStates: Readonly<Partial<Record<EgressStatus, TrackRecording['state']>>> = {
  [EgressStatus.EGRESS_STARTING]: 'starting',
  [EgressStatus.EGRESS_ACTIVE]: 'active',
  [EgressStatus.EGRESS_ENDING]: 'active',
  [EgressStatus.EGRESS_COMPLETE]: 'complete',
};

/** Returns a recording of one track; undefined for other kinds. */
function toRecording({ egressId, request, status, startedAt, endedAt, fileResults }: EgressInfo) {
  if (request.case !== 'track') return undefined;
  const [file] = fileResults;
  return {
    egressId,
    trackSid: request.value.trackId,
    state: recordingStates[status] ?? 'failed',
    startedAt: timeOf(file?.startedAt ?? startedAt),
    endedAt: timeOf(file?.endedAt ?? endedAt),
    extension: file ? extname(file.filename) : null,
  } satisfies TrackRecording;
}

/** Converts nanoseconds since 1970; 0 means none. */
const timeOf = (nanoseconds: bigint) => (nanoseconds === 0n ? null : new Date(Number(nanoseconds / 1_000_000n)));

/** Awaits a call about something that may no longer exist; resolves to null if it does not. */
async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === NOT_FOUND) return null;
    throw error;
  }
}

/** Client for LiveKit, or for the embedded engine in its place, through the official SDK. */
export function createMediaServer({ kind, apiUrl, publicUrl, apiKey, apiSecret }: MediaEnv) {
  const rooms = new RoomServiceClient(apiUrl, apiKey, apiSecret, { requestTimeout: TIMEOUT_SECONDS });
  const egress = new EgressClient(apiUrl, apiKey, apiSecret, { requestTimeout: TIMEOUT_SECONDS });
  const webhooks = new WebhookReceiver(apiKey, apiSecret);

  return {
    provider: kind,
    url: publicUrl,

    /** Signs the token of one connection. It grants no changes to metadata, names or the room itself. */
    async sign(room: string, identity: string, rights: MediaRights): Promise<string> {
      const token = new AccessToken(apiKey, apiSecret, { identity, ttl: TOKEN_SECONDS });
      token.addGrant({ ...permissionOf(rights), roomJoin: true, room });
      return token.toJwt();
    },

    /**
     * Lists the participants connected to a room; empty if the room does not exist. Recorders and agents are omitted.
     */
    async list(room: string): Promise<Connected[]> {
      const found = (await ifThere(rooms.listParticipants(room))) ?? [];
      return found.filter(({ kind: of }) => of === ParticipantKind.STANDARD).map(toConnected);
    },

    /**
     * Ends a connection, if there is one. Tokens issued until `barredAt` then admit nobody, where the media server keeps
     * count of that; their times are in whole seconds.
     */
    async remove(room: string, identity: string, barredAt?: Date | null): Promise<void> {
      const options = barredAt && { revokeTokenTs: BigInt(getUnixTime(barredAt) + 1) };
      await ifThere(rooms.removeParticipant(room, identity, options ?? undefined));
    },

    /** Changes the rights of a connection; tracks that are no longer allowed end at once. */
    async allow(room: string, identity: string, rights: MediaRights): Promise<void> {
      await ifThere(rooms.updateParticipant(room, identity, { permission: permissionOf(rights) }));
    },

    async mute(room: string, identity: string, trackSid: string): Promise<void> {
      await ifThere(rooms.mutePublishedTrack(room, identity, trackSid, true));
    },

    /** Lists the recordings of a room's tracks: those that run, and those that ended lately. */
    async recordings(room: string): Promise<TrackRecording[]> {
      return (await egress.listEgress({ roomName: room })).flatMap((info) => toRecording(info) ?? []);
    },

    /** Starts to record a track to a file, and returns the recording's id; null when the track has ended meanwhile. */
    async record(room: string, trackSid: string, filepath: string): Promise<string | null> {
      const info = await ifThere(egress.startTrackEgress(room, new DirectFileOutput({ filepath }), trackSid));
      return info && info.egressId;
    },

    async stopRecording(egressId: string): Promise<void> {
      await ifThere(egress.stopEgress(egressId));
    },

    /** Ends all connections to a room. */
    async close(room: string): Promise<void> {
      await ifThere(rooms.deleteRoom(room));
    },

    /** Returns the room that a signed webhook is about (null: none); undefined when the signature is invalid. */
    async roomOfWebhook(body: string, authorization: string | undefined): Promise<string | null | undefined> {
      const event = await webhooks.receive(body, authorization).catch(() => undefined);
      return event && (event.room?.name || event.egressInfo?.roomName || null);
    },
  };
}
