import type { MediaToken } from '@manabiba/shared/contract/media';
import { type LocalTrack, type Room, RoomEvent } from 'livekit-client';

import { backoffMs } from './backoff';
import { connectRoom, makeRoom } from './connect-room';

interface OwnConnectionOptions {
  /** Captures the tracks; rejects as `getUserMedia` does. */
  capture: () => Promise<LocalTrack[]>;
  /** Rejects with `ApiError`. */
  getToken: () => Promise<MediaToken>;
  /** Called after each change of `tracks`. */
  onChange: () => void;
}

/**
 * A connection that publishes one source: the camera or the screen. It is opened when the source is turned on and
 * closed when it is turned off. After an outage it reconnects with the same tracks.
 */
export class OwnConnection {
  /** The captured tracks; empty until capturing is permitted. */
  tracks: readonly LocalTrack[] = [];
  private room: Room | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Attempts to reconnect since the last connection. */
  private attempts = 0;
  /** The start that is pending, unless it was stopped. */
  private starting: Promise<void> | undefined;
  /** Counts the stops, by which a capture knows that it is no longer wanted. */
  private stops = 0;

  constructor(private readonly options: OwnConnectionOptions) {}

  /** Captures and publishes. Rejects if either fails; the capture is then stopped. */
  async start(): Promise<void> {
    if (this.tracks.length > 0) return;
    const starting = (this.starting ??= this.begin());
    try {
      await starting;
    } finally {
      if (this.starting === starting) this.starting = undefined;
    }
  }

  /** @param tracks stops only if these are still the captured tracks. */
  stop(tracks: readonly LocalTrack[] = this.tracks): void {
    if (tracks !== this.tracks) return;
    this.stops += 1;
    this.starting = undefined;
    if (tracks.length === 0) return;
    clearTimeout(this.timer);
    const { room } = this;
    this.room = undefined;
    for (const track of tracks) track.stop();
    this.show([]);
    void room?.disconnect();
  }

  private async begin(): Promise<void> {
    const { stops } = this;
    const tracks = await this.options.capture();
    if (stops !== this.stops) {
      for (const track of tracks) track.stop();
      return;
    }
    this.show(tracks);
    for (const { mediaStreamTrack } of tracks) mediaStreamTrack.addEventListener('ended', () => this.stop(tracks));
    try {
      await this.connect(tracks);
    } catch (error) {
      this.stop(tracks);
      throw error;
    }
  }

  private async connect(tracks: readonly LocalTrack[]): Promise<void> {
    const token = await this.options.getToken();
    if (tracks !== this.tracks) return;
    const room = makeRoom({ keepsTracks: true });
    this.room = room;
    room.on(RoomEvent.Disconnected, () => this.reconnect(room, tracks));
    await connectRoom(room, token);
    this.attempts = 0;
    for (const track of tracks) await room.localParticipant.publishTrack(track, { stopMicTrackOnMute: false });
  }

  /** A connection that fails while it is made both emits `Disconnected` and rejects: only one timer runs. */
  private reconnect(room: Room, tracks: readonly LocalTrack[]): void {
    if (room !== this.room || tracks !== this.tracks) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.attempts += 1;
        this.connect(tracks).catch((error: unknown) => {
          if (isRefusal(error)) this.stop(tracks);
          else if (this.room) this.reconnect(this.room, tracks);
        });
      },
      backoffMs(this.attempts, Math.random()),
    );
  }

  private show(tracks: readonly LocalTrack[]): void {
    this.tracks = tracks;
    this.options.onChange();
  }
}

/** Returns whether an error is a refusal by the api, rather than a failure to reach it. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
