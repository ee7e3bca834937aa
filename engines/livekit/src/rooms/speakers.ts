import type { SpeakerInfo } from '@livekit/protocol';

type Speaker = Pick<SpeakerInfo, 'sid' | 'level' | 'active'>;

/** Levels below this, about -40 dB, do not count as speech. */
const AUDIBLE = 0.01;
/** Levels are rounded to steps, so that a steady voice causes no updates. As in LiveKit. */
const STEPS = 8;
/** Weight of the newest level in the smoothed one. */
const NEWEST = 0.5;

/** Determines who is speaking from the audio levels of the participants' tracks. */
export class Speakers {
  readonly #levels = new Map<string, number>();
  readonly #reported = new Map<string, number>();

  /** Records the level of the loudest of a participant's tracks. */
  hear(participantSid: string, level: number): void {
    const before = this.#levels.get(participantSid) ?? 0;
    // A rising level applies at once; a falling one is smoothed.
    this.#levels.set(participantSid, level > before ? level : before + (level - before) * NEWEST);
  }

  forget(participantSid: string): void {
    this.#levels.set(participantSid, 0);
  }

  /** Returns the speakers that have changed since the last call, loudest first. */
  changes(): Speaker[] {
    const changed: Speaker[] = [];
    for (const [sid, level] of this.#levels) {
      const isActive = level >= AUDIBLE;
      const step = isActive ? Math.min(1, Math.ceil(level * STEPS) / STEPS) : 0;
      if (step !== (this.#reported.get(sid) ?? 0)) changed.push({ sid, level: step, active: isActive });
      if (isActive) this.#reported.set(sid, step);
      else {
        this.#reported.delete(sid);
        this.#levels.delete(sid);
      }
    }
    return changed.sort((one, other) => other.level - one.level);
  }

  /** Returns the current speakers, as last reported. */
  get current(): Speaker[] {
    return [...this.#reported].map(([sid, level]) => ({ sid, level, active: true }));
  }
}
