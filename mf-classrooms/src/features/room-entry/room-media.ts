import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { MediaToken } from '@manabiba/shared/contract/media';

import { readDeviceChoice } from '../../core/media/device-choice';
import type { MediaSession } from '../../core/media/session/media-session';

/** How long until the code of voice and video is loaded again after a failure, in milliseconds. */
const LOAD_AGAIN_MS = 4000;

interface RoomMediaOptions {
  classroomId: string;
  /** Called when the session is there. */
  onOpen: (session: MediaSession) => void;
  /** Called when camera or screen has been switched on or off. */
  onSwitch: () => void;
}

interface Joined {
  userId: string;
  role: RoomRole;
  token: MediaToken;
}

/** The voice and video of a room session: loads their code when a room has them, and ends them with the session. */
export class RoomMedia {
  session: MediaSession | null = null;
  /** The camera opens on joining: the user has just seen it. */
  startsWithCamera = false;
  private isLoading = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private switches = '';

  constructor(private readonly options: RoomMediaOptions) {}

  /** Connects, unless it is connected already. The room is usable meanwhile. */
  open(joined: Joined): void {
    if (this.session?.read().connection === 'closed') this.close();
    if (this.session || this.isLoading) return;
    this.isLoading = true;
    import(/* webpackChunkName: "media" */ '../../core/media/session/media-session').then(
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

  /** What this window sends besides its voice. */
  read(): { isCameraOn: boolean; isScreenOn: boolean } {
    const state = this.session?.read();
    return { isCameraOn: Boolean(state?.camera), isScreenOn: Boolean(state?.screen) };
  }

  private start(session: MediaSession, { role }: Joined): void {
    this.isLoading = false;
    this.session = session;
    session.subscribe(() => this.compare());
    // When it does not open, the stage says why as soon as the user tries again.
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
