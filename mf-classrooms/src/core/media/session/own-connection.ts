import type { MediaToken } from '@manabiba/shared/contract/media';
import { type LocalTrack, type Room, RoomEvent } from 'livekit-client';

import { backoffMs } from './backoff';
import { connectRoom, makeRoom } from './connect-room';

interface OwnConnectionOptions {
  /** Asks for the picture; rejects as `getUserMedia` does. */
  capture: () => Promise<LocalTrack[]>;
  /** Rejects with `ApiError`. */
  getToken: () => Promise<MediaToken>;
  /** Called whenever `tracks` has changed. */
  onChange: () => void;
}

/**
 * A connection that publishes one thing: the camera, or the screen. It is made when that is switched on and ends with
 * it; after an outage it is made again, with the same picture.
 */
export class OwnConnection {
  /** What is being captured, from the moment it is allowed. */
  tracks: readonly LocalTrack[] = [];
  private room: Room | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: OwnConnectionOptions) {}

  /** Captures and publishes. Rejects when either is refused; then nothing is being captured any more. */
  async start(): Promise<void> {
    if (this.tracks.length > 0) return;
    const tracks = await this.options.capture();
    this.show(tracks);
    for (const { mediaStreamTrack } of tracks) mediaStreamTrack.addEventListener('ended', () => this.stop(tracks));
    try {
      await this.connect(tracks);
    } catch (error) {
      this.stop(tracks);
      throw error;
    }
  }

  /** @param tracks stops only while these are being captured. */
  stop(tracks: readonly LocalTrack[] = this.tracks): void {
    if (tracks !== this.tracks || tracks.length === 0) return;
    clearTimeout(this.timer);
    const { room } = this;
    this.room = undefined;
    for (const track of tracks) track.stop();
    this.show([]);
    void room?.disconnect();
  }

  private async connect(tracks: readonly LocalTrack[]): Promise<void> {
    const token = await this.options.getToken();
    if (tracks !== this.tracks) return;
    const room = makeRoom();
    this.room = room;
    room.on(RoomEvent.Disconnected, () => this.reconnect(room, tracks));
    await connectRoom(room, token);
    for (const track of tracks) await room.localParticipant.publishTrack(track, { stopMicTrackOnMute: false });
  }

  private reconnect(room: Room, tracks: readonly LocalTrack[], attempt = 0): void {
    if (room !== this.room || tracks !== this.tracks) return;
    this.timer = setTimeout(
      () => {
        this.connect(tracks).catch((error: unknown) => {
          if (isRefusal(error)) this.stop(tracks);
          else if (this.room) this.reconnect(this.room, tracks, attempt + 1);
        });
      },
      backoffMs(attempt, Math.random()),
    );
  }

  private show(tracks: readonly LocalTrack[]): void {
    this.tracks = tracks;
    this.options.onChange();
  }
}

/** Returns whether the api has decided, rather than not been reached. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
