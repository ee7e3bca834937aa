import type { RemoteAudioTrack, Room } from 'livekit-client';

/**
 * The sound of a room. A browser may hold it back until the user has pressed something, and a phone call stops it: then
 * `isStopped` until `resume`.
 */
export class Sound {
  isStopped = false;
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

  /** Reads whether the browser lets the room be heard. */
  check(room: Room): void {
    if (!room.canPlaybackAudio) this.setStopped(true);
    else if ([...this.elements.values()].every(({ paused }) => !paused)) this.setStopped(false);
  }

  /** Must be called from a press. */
  async resume(room: Room): Promise<void> {
    await room.startAudio();
    await Promise.all([...this.elements.values()].map((element) => element.play()));
    this.setStopped(false);
  }

  private setStopped(isStopped: boolean): void {
    if (isStopped === this.isStopped) return;
    this.isStopped = isStopped;
    this.onChange();
  }
}
