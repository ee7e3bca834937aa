import type { MediaToken } from '@manabiba/shared/contract/media';
import { generateCameraToken, generateToken, generateVideoToken } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';
import {
  createLocalScreenTracks,
  createLocalVideoTrack,
  DisconnectReason,
  RemoteAudioTrack,
  type RemoteTrack,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  Track,
} from 'livekit-client';

import { readDeviceChoice } from '../device-choice';
import { backoffMs } from './backoff';
import { connectRoom, makeRoom } from './connect-room';
import { DataCounter } from './data-counter';
import { ownerOf, type PersonMedia, readPeople } from './media-people';
import { isRefusal, OwnConnection } from './own-connection';
import { permissionToSpeak } from './permission';
import { Sound } from './sound';

/** What the stage shows. Replaced as a whole whenever something has changed. */
export interface MediaState {
  connection: 'connecting' | 'connected' | 'reconnecting' | 'closed';
  /** By user id. */
  people: ReadonlyMap<string, PersonMedia>;
  /** The viewer's own. */
  isMicOn: boolean;
  camera: Track | null;
  screen: Track | null;
  /** The browser holds the sound back until the user presses something. */
  isSoundStopped: boolean;
  /** No pictures are received. */
  isAudioOnly: boolean;
  /** Sent and received since the room was joined. */
  megabytes: number;
}

interface MediaSessionOptions {
  classroomId: string;
  /** The token of the answer to joining. */
  token: MediaToken;
  userId: string;
  isAudioOnly: boolean;
}

const COUNT_EVERY_MS = 2000;
const BYTES_PER_MEGABYTE = 1_000_000;

const events = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.ConnectionQualityChanged,
  RoomEvent.ConnectionStateChanged,
] as const;

/**
 * One window's voice and pictures in a room: hears and sees everyone, and publishes microphone, camera and screen. It
 * connects by itself, and again after every outage, until it is closed.
 */
export class MediaSession {
  private state: MediaState;
  private readonly listeners = new Set<() => void>();
  private room: Room | undefined;
  private isClosed = false;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly counting: ReturnType<typeof setInterval>;
  private readonly counter = new DataCounter();
  private readonly heardAt = new Map<string, number>();
  private readonly sound = new Sound(() => this.refresh());
  private readonly camera: OwnConnection;
  private readonly screen: OwnConnection;
  private isAudioOnly: boolean;
  /** The user has opened the microphone: it opens again after an outage. */
  private wantsMic = false;

  constructor(private readonly options: MediaSessionOptions) {
    this.isAudioOnly = options.isAudioOnly;
    this.state = {
      connection: 'connecting',
      people: new Map(),
      isMicOn: false,
      camera: null,
      screen: null,
      isSoundStopped: false,
      isAudioOnly: options.isAudioOnly,
      megabytes: 0,
    };
    const params = { id: options.classroomId };
    const onChange = () => this.refresh();
    this.camera = new OwnConnection({
      capture: async () => [await createLocalVideoTrack(cameraOptions())],
      getToken: () => callEndpoint(generateCameraToken, { params }),
      onChange,
    });
    this.screen = new OwnConnection({
      capture: () => createLocalScreenTracks({ audio: true, contentHint: 'detail' }),
      getToken: () => callEndpoint(generateVideoToken, { params }),
      onChange,
    });
    this.counting = setInterval(() => void this.count(), COUNT_EVERY_MS);
    void this.connect(options.token);
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  read = () => this.state;

  /** Opens or closes the microphone. Rejects as `getUserMedia` does, or when the server does not allow it. */
  async setMic(isOn: boolean): Promise<void> {
    this.wantsMic = isOn;
    const { room } = this;
    if (!room) return;
    if (isOn) await permissionToSpeak(room);
    const { micId } = readDeviceChoice();
    await room.localParticipant.setMicrophoneEnabled(isOn, micId === null ? undefined : { deviceId: micId });
    this.refresh();
  }

  /** Shows or hides the camera. Rejects as `getUserMedia` does, or with `ApiError`. */
  async setCamera(isOn: boolean): Promise<void> {
    if (isOn) await this.camera.start();
    else this.camera.stop();
  }

  /** Shares the screen. Must be called from a press. Rejects like `setCamera`. */
  async setScreen(isOn: boolean): Promise<void> {
    if (isOn) await this.screen.start();
    else this.screen.stop();
  }

  /** Stops everything that is sent, as for somebody who may only listen from now on. */
  stopSending(): void {
    this.camera.stop();
    this.screen.stop();
    void this.setMic(false);
  }

  /** Receives sound alone, or pictures as well. The own camera ends with the pictures. */
  setAudioOnly(isAudioOnly: boolean): void {
    this.isAudioOnly = isAudioOnly;
    if (isAudioOnly) this.camera.stop();
    if (this.room) this.subscribeToAll(this.room);
    this.refresh();
  }

  /** Moves to another device, and to the system's own choice with null. */
  async useDevice(kind: 'audioinput' | 'videoinput' | 'audiooutput', id: string | null): Promise<void> {
    const deviceId = id ?? 'default';
    if (kind !== 'videoinput') await this.room?.switchActiveDevice(kind, deviceId);
    else for (const track of this.camera.tracks) await track.restartTrack(cameraOptions());
  }

  /** Must be called from a press. */
  async resumeSound(): Promise<void> {
    if (this.room) await this.sound.resume(this.room);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.counting);
    this.camera.stop();
    this.screen.stop();
    void this.room?.disconnect();
    this.refresh();
  }

  private async connect(token: MediaToken): Promise<void> {
    if (this.isClosed) return;
    const room = makeRoom();
    this.room = room;
    this.listen(room);
    try {
      await connectRoom(room, token);
      this.attempt = 0;
      this.subscribeToAll(room);
      const { speakerId } = readDeviceChoice();
      // A browser without a choice of loudspeakers uses the system's.
      if (speakerId !== null) await room.switchActiveDevice('audiooutput', speakerId).catch(() => undefined);
      if (this.wantsMic) await this.setMic(true).catch(() => undefined);
    } catch {
      this.reconnect(room);
    }
    this.refresh();
  }

  private listen(room: Room): void {
    for (const event of events) room.on(event, () => this.refresh());
    room.on(RoomEvent.TrackPublished, (publication, { identity }) => this.subscribeTo(publication, identity));
    room.on(RoomEvent.TrackSubscribed, (track) => this.take(track));
    room.on(RoomEvent.TrackUnsubscribed, (track) => this.drop(track));
    room.on(RoomEvent.AudioPlaybackStatusChanged, () => this.sound.check(room));
    room.on(RoomEvent.Disconnected, (reason) => {
      // Another window has this person's place now.
      if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.close();
      else this.reconnect(room);
    });
  }

  private reconnect(room: Room): void {
    if (this.isClosed || room !== this.room) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connectAgain(room), backoffMs(this.attempt, Math.random()));
    this.attempt += 1;
    this.refresh();
  }

  private async connectAgain(room: Room): Promise<void> {
    try {
      await this.connect(await callEndpoint(generateToken, { params: { id: this.options.classroomId } }));
    } catch (error) {
      // Whoever has lost their place rejoins the room first, and gets a new session if that is refused.
      if (isRefusal(error) && (error as { code?: string }).code !== 'not_joined') this.close();
      else this.reconnect(room);
    }
  }

  private subscribeToAll(room: Room): void {
    for (const { identity, trackPublications } of room.remoteParticipants.values())
      for (const publication of trackPublications.values())
        this.subscribeTo(publication as RemoteTrackPublication, identity);
  }

  /** The own camera comes back from the server as somebody else's would: nobody needs to receive it. */
  private subscribeTo(publication: RemoteTrackPublication, identity: string): void {
    const isOwn = ownerOf(identity) === this.options.userId;
    publication.setSubscribed(!isOwn && (publication.kind === Track.Kind.Audio || !this.isAudioOnly));
    this.refresh();
  }

  private take(track: RemoteTrack): void {
    if (track instanceof RemoteAudioTrack) this.sound.play(track);
    if (this.room) this.sound.check(this.room);
    this.refresh();
  }

  private drop(track: RemoteTrack): void {
    if (track instanceof RemoteAudioTrack) this.sound.end(track);
    this.refresh();
  }

  private async count(): Promise<void> {
    const remote = [...(this.room?.remoteParticipants.values() ?? [])].flatMap(({ trackPublications }) =>
      [...trackPublications.values()].flatMap(({ track }) => (track ? [track] : [])),
    );
    const own = [...(this.room?.localParticipant.trackPublications.values() ?? [])].flatMap(({ track }) =>
      track ? [track] : [],
    );
    await this.counter.count([...remote, ...own, ...this.camera.tracks, ...this.screen.tracks]);
    this.refresh();
  }

  private refresh(): void {
    const { room, state } = this;
    const next: MediaState = {
      connection: this.connectionOf(room),
      people: room ? readPeople(room, this.heardAt, Date.now()) : state.people,
      isMicOn: room?.localParticipant.isMicrophoneEnabled ?? false,
      camera: this.camera.tracks[0] ?? null,
      screen: this.screen.tracks.find(({ kind }) => kind === Track.Kind.Video) ?? null,
      isSoundStopped: this.sound.isStopped,
      isAudioOnly: this.isAudioOnly,
      megabytes: Math.round(this.counter.bytes / BYTES_PER_MEGABYTE),
    };
    this.state = next;
    for (const listener of this.listeners) listener();
  }

  private connectionOf(room: Room | undefined): MediaState['connection'] {
    if (this.isClosed) return 'closed';
    if (room?.state === 'connected') return 'connected';
    return this.attempt === 0 && room?.state === 'connecting' ? 'connecting' : 'reconnecting';
  }
}

function cameraOptions() {
  const { cameraId } = readDeviceChoice();
  return cameraId === null ? {} : { deviceId: cameraId };
}
