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
import { createStore, type StoreApi } from 'zustand/vanilla';

import { cameraOptions, readDeviceChoice } from '../device-choice';
import { backoffMs } from './backoff';
import { connectRoom, makeRoom, MediaBlocked } from './connect-room';
import { DataCounter } from './data-counter';
import { ownerOf, readPeople } from './media-people';
import type { MediaState } from './media-state';
import { isRefusal, OwnConnection } from './own-connection';
import { onSpeakingPermitted, permissionToSpeak } from './permission';
import { RoomMessages } from './room-messages';
import { Sound } from './sound';

interface MediaSessionOptions {
  classroomId: string;
  /** The token from the join response. */
  token: MediaToken;
  userId: string;
  isAudioOnly: boolean;
}

const COUNT_EVERY_MS = 2000;
const BYTES_PER_MEGABYTE = 1_000_000;

const events = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackPublished,
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
 * The voice and video of one window in a room: subscribes to everyone and publishes microphone, camera and screen. It
 * connects automatically and reconnects after each outage until it is closed.
 */
export class MediaSession {
  /** Short messages to and from the others. */
  readonly messages = new RoomMessages(() => this.room);
  private readonly store: StoreApi<MediaState>;
  private room: Room | undefined;
  private isClosed = false;
  private attempt = 0;
  private isBlocked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly counting: ReturnType<typeof setInterval>;
  private readonly counter = new DataCounter();
  private readonly heardAt = new Map<string, number>();
  private readonly sound = new Sound(() => this.refresh());
  private readonly camera: OwnConnection;
  private readonly screen: OwnConnection;
  private isAudioOnly: boolean;
  /** The user has turned the microphone on, so it is turned on again after an outage. */
  private wantsMic = false;

  constructor(private readonly options: MediaSessionOptions) {
    this.isAudioOnly = options.isAudioOnly;
    this.store = createStore(() => ({
      connection: 'connecting',
      isBlocked: false,
      people: new Map(),
      isMicOn: false,
      camera: null,
      screen: null,
      isSoundStopped: false,
      isSoundBlocked: false,
      isAudioOnly: options.isAudioOnly,
      megabytes: 0,
    }));
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

  subscribe = (listener: () => void) => this.store.subscribe(listener);

  read = () => this.store.getState();

  /** Turns the microphone on or off. Rejects as `getUserMedia` does, or when the server does not permit it. */
  async setMic(isOn: boolean): Promise<void> {
    this.wantsMic = isOn;
    const { room } = this;
    if (!room) return;
    if (isOn) {
      await permissionToSpeak(room);
      // Released, muted by a host or closed meanwhile; a new room turns it on itself.
      if (!this.wantsMic || this.isClosed || room !== this.room) return;
    }
    const { micId } = readDeviceChoice();
    await room.localParticipant.setMicrophoneEnabled(isOn, micId === null ? undefined : { deviceId: micId });
    this.refresh();
  }

  /** Returns what the open or muted microphone captures; null before it has been turned on. The caller stops it. */
  copyMic(): MediaStreamTrack | null {
    const track = this.room?.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
    return track ? Object.assign(track.mediaStreamTrack.clone(), { enabled: true }) : null;
  }

  /** Turns the camera on or off. Rejects as `getUserMedia` does, or with `ApiError`. */
  async setCamera(isOn: boolean): Promise<void> {
    if (isOn) await this.camera.start();
    else this.camera.stop();
  }

  /** Starts or stops screen sharing. Must be called from a user gesture. Rejects like `setCamera`. */
  async setScreen(isOn: boolean): Promise<void> {
    if (isOn) await this.screen.start();
    else this.screen.stop();
  }

  /** Stops publishing everything, for example after the user has become a listener. */
  stopSending(): void {
    this.camera.stop();
    this.screen.stop();
    void this.setMic(false);
  }

  /** Switches between receiving audio only, and audio and video. Audio only also stops the user's own camera. */
  setAudioOnly(isAudioOnly: boolean): void {
    this.isAudioOnly = isAudioOnly;
    if (isAudioOnly) this.camera.stop();
    if (this.room) this.subscribeToAll(this.room);
    this.refresh();
  }

  /** Switches to another device; null means the system default. */
  async useDevice(kind: 'audioinput' | 'videoinput' | 'audiooutput', id: string | null): Promise<void> {
    const deviceId = id ?? 'default';
    if (kind !== 'videoinput') await this.room?.switchActiveDevice(kind, deviceId);
    else for (const track of this.camera.tracks) await track.restartTrack(cameraOptions());
  }

  /** Resumes blocked audio playback. Must be called from a user gesture. */
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
      this.isBlocked = false;
      this.subscribeToAll(room);
      const { speakerId } = readDeviceChoice();
      // A browser that cannot choose speakers uses the system default.
      if (speakerId !== null) await room.switchActiveDevice('audiooutput', speakerId).catch(() => undefined);
      if (this.wantsMic) await this.setMic(true).catch(() => undefined);
    } catch (error) {
      this.isBlocked = error instanceof MediaBlocked;
      this.reconnect(room);
    }
    this.refresh();
  }

  private listen(room: Room): void {
    for (const event of events) room.on(event, () => this.refresh());
    this.messages.listen(room);
    room.on(RoomEvent.TrackPublished, (publication, { identity }) => this.subscribeTo(publication, identity));
    room.on(RoomEvent.TrackSubscribed, (track) => this.take(track));
    room.on(RoomEvent.TrackUnsubscribed, (track) => this.drop(track));
    onSpeakingPermitted(room, () => {
      if (this.wantsMic) void this.setMic(true).catch(() => undefined);
    });
    room.on(RoomEvent.AudioPlaybackStatusChanged, () => this.sound.check(room));
    room.on(RoomEvent.Disconnected, (reason) => {
      // Another window of this person has taken over.
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
      // On `not_joined` the room session rejoins first; if that is refused, it opens a new media session.
      if (isRefusal(error) && (error as { code?: string }).code !== 'not_joined') this.close();
      else this.reconnect(room);
    }
  }

  private subscribeToAll(room: Room): void {
    for (const { identity, trackPublications } of room.remoteParticipants.values())
      for (const publication of trackPublications.values())
        this.subscribeTo(publication as RemoteTrackPublication, identity);
  }

  /** The server offers the viewer's own camera too; the viewer need not receive it. */
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
    const { room } = this;
    this.store.setState({
      connection: this.connectionOf(room),
      isBlocked: this.isBlocked,
      people: room ? readPeople(room, this.heardAt, Date.now()) : this.read().people,
      isMicOn: room?.localParticipant.isMicrophoneEnabled ?? false,
      camera: this.camera.tracks[0] ?? null,
      screen: this.screen.tracks.find(({ kind }) => kind === Track.Kind.Video) ?? null,
      isSoundStopped: this.sound.isStopped,
      isSoundBlocked: this.sound.isBlocked,
      isAudioOnly: this.isAudioOnly,
      megabytes: Math.round(this.counter.bytes / BYTES_PER_MEGABYTE),
    });
  }

  private connectionOf(room: Room | undefined): MediaState['connection'] {
    if (this.isClosed) return 'closed';
    if (room?.state === 'connected') return 'connected';
    return this.attempt === 0 && room?.state === 'connecting' ? 'connecting' : 'reconnecting';
  }
}
