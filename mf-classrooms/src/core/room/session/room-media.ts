import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { MediaToken } from '@manabiba/shared/contract/media';

import { readDeviceChoice } from '../../media/device-choice';
import type { MediaSession } from '../../media/session/media-session';

/** Delay before the code for voice and video is loaded again after a failure, in milliseconds. */
const LOAD_AGAIN_MS = 4000;

interface RoomMediaOptions {
  classroomId: string;
  /** Called when the session has been created. */
  onOpen: (session: MediaSession) => void;
  /** Called when the camera or screen is turned on or off. */
  onSwitch: () => void;
}

interface Joined {
  userId: string;
  role: RoomRole;
  token: MediaToken;
}

/** The voice and video of a room session: loads their code if the room has them, and closes them with the session. */
export class RoomMedia {
  session: MediaSession | null = null;
  /** Whether the camera is turned on after joining, as in the preview. */
  startsWithCamera = false;
  private isLoading = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private switches = '';

  constructor(private readonly options: RoomMediaOptions) {}

  /** Opens the media session unless it is already open. The room is usable in the meantime. */
  open(joined: Joined): void {
    if (this.session?.read().connection === 'closed') this.close();
    if (this.session || this.isLoading) return;
    this.isLoading = true;
    import(/* webpackChunkName: "media" */ '../../media/session/media-session').then(
      ({ MediaSession }) => {
        if (this.isLoading)
          this.start(new MediaSession({ ...this.options, ...joined, isAudioOnly: isAudioOnly() }), joined);
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

  private start(session: MediaSession, { role }: Joined): void {
    this.isLoading = false;
    this.session = session;
    session.subscribe(() => this.compare());
    // On failure the stage shows the reason when the user tries again.
    if (this.startsWithCamera && role !== 'listener') session.setCamera(true).catch(() => undefined);
    this.startsWithCamera = false;
    this.options.onOpen(session);
  }

  private compare(): void {
    const switches = JSON.stringify(this.read());
    if (switches === this.switches) return;
    this.switches = switches;
    this.options.onSwitch();
  }
}

const isAudioOnly = () => readDeviceChoice().way === 'audio';
