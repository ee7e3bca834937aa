import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { MediaToken } from '@manabiba/shared/contract/media';
import { updateMuting } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';

import { readDeviceChoice } from '../../media/device-choice';
import type { MediaSession } from '../../media/session/media-session';

/** Delay before the code for voice and video is loaded again after a failure, in milliseconds. */
const LOAD_AGAIN_MS = 4000;

/** What the user chose before joining. */
export interface JoinChoice {
  hasConsented: boolean;
  isMicOn: boolean;
  isCameraOn: boolean;
}

interface RoomMediaOptions {
  classroomId: string;
  /** Called when the session has been created. */
  onOpen: (session: MediaSession) => void;
  /** Called when the camera or screen is turned on or off. */
  onSwitch: () => void;
  /** Called with the microphone state that heartbeats report. */
  keepMuted: (isMuted: boolean) => void;
}

interface JoinedRoom {
  userId: string;
  role: RoomRole;
  token: MediaToken;
}

/** The voice and video of a room session: loads their code if the room has them, and closes them with the session. */
export class RoomMedia {
  session: MediaSession | null = null;
  /** What is turned on after joining, once. */
  startsWith = { isMicOn: false, isCameraOn: false };
  private isLoading = false;
  private code: typeof MediaSession | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private switches = '';

  constructor(private readonly options: RoomMediaOptions) {}

  /** Whether a session is open, with what the participant has turned on in it. */
  get isOpen(): boolean {
    return this.session !== null && this.session.read().connection !== 'closed';
  }

  /** Loads the code beside the call that joins: with it, `open` connects before the room is rendered. */
  preload(): void {
    // `open` tries again.
    this.load().catch(() => undefined);
  }

  /** Opens the media session unless it is already open. The room is usable in the meantime. */
  open(joined: JoinedRoom): void {
    if (this.session && !this.isOpen) this.close();
    if (this.session || this.isLoading) return;
    if (this.code) {
      this.start(this.code, joined);
      return;
    }
    this.isLoading = true;
    this.load().then(
      (code) => {
        if (this.isLoading) this.start(code, joined);
      },
      () => {
        if (!this.isLoading) return;
        this.isLoading = false;
        this.retry = setTimeout(() => this.open(joined), LOAD_AGAIN_MS);
      },
    );
  }

  close(): void {
    this.isLoading = false;
    clearTimeout(this.retry);
    this.session?.close();
    this.session = null;
  }

  /** Returns whether this window publishes a camera or screen. */
  read(): { isCameraOn: boolean; isScreenOn: boolean } {
    const state = this.session?.read();
    return { isCameraOn: Boolean(state?.camera), isScreenOn: Boolean(state?.screen) };
  }

  private async load(): Promise<typeof MediaSession> {
    const code = await import(/* webpackChunkName: "media" */ '../../media/session/media-session');
    this.code = code.MediaSession;
    return this.code;
  }

  private start(Code: typeof MediaSession, joined: JoinedRoom): void {
    const session = new Code({ ...this.options, ...joined, isAudioOnly: readDeviceChoice().way === 'audio' });
    this.isLoading = false;
    this.session = session;
    session.subscribe(() => this.compare());
    if (joined.role !== 'listener') void this.turnOn(session, this.startsWith);
    this.startsWith = { isMicOn: false, isCameraOn: false };
    this.options.onOpen(session);
  }

  /** The microphone comes first: the camera causes a heartbeat, which must not report it as muted. */
  private async turnOn(session: MediaSession, { isMicOn, isCameraOn }: RoomMedia['startsWith']): Promise<void> {
    // On failure the stage shows the reason when the user tries again.
    if (isMicOn && (await this.reportMuted(false))) session.setMic(true).catch(() => this.reportMuted(true));
    if (isCameraOn) await session.setCamera(true).catch(() => undefined);
  }

  /** Reports muting to the api and the heartbeats. Resolves with whether the api, which decides who may speak, agreed. */
  private async reportMuted(muted: boolean): Promise<boolean> {
    if (muted) this.options.keepMuted(true);
    try {
      await callEndpoint(updateMuting, { params: { id: this.options.classroomId }, body: { muted } });
    } catch {
      return false;
    }
    this.options.keepMuted(muted);
    return true;
  }

  private compare(): void {
    const switches = JSON.stringify(this.read());
    if (switches === this.switches) return;
    this.switches = switches;
    this.options.onSwitch();
  }
}
