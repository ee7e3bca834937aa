import type { RemoteAudioTrack, Room } from 'livekit-client';

/**
 * Plays the audio of a room. A browser may block playback until a user gesture, and a phone call pauses it; `isStopped`
 * is then true until `resume`, and `isBlocked` where the browser never let it begin.
 */
export class Sound {
  isStopped = false;
  isBlocked = false;
  private readonly elements = new Map<RemoteAudioTrack, HTMLMediaElement>();

  /** @param onChange called when `isStopped` may have changed. */
  constructor(private readonly onChange: () => void) {}

  play(track: RemoteAudioTrack): void {
    const element = track.attach();
    this.elements.set(track, element);
    element.addEventListener('pause', () => {
      if (this.elements.get(track) === element) this.setStopped(true);
    });
  }

  end(track: RemoteAudioTrack): void {
    this.elements.delete(track);
    track.detach();
  }

  /** Updates `isStopped` from the browser's playback state. */
  check(room: Room): void {
    this.isBlocked = !room.canPlaybackAudio;
    if (this.isBlocked) this.setStopped(true);
    else if ([...this.elements.values()].every(({ paused }) => !paused)) this.setStopped(false);
  }

  /** Must be called from a user gesture. */
  async resume(room: Room): Promise<void> {
    await room.startAudio();
    await Promise.all([...this.elements.values()].map((element) => element.play()));
    this.isBlocked = false;
    this.setStopped(false);
  }

  private setStopped(isStopped: boolean): void {
    if (isStopped === this.isStopped) return;
    this.isStopped = isStopped;
    this.onChange();
  }
}
