import type { SpeakerInfo } from '@livekit/protocol';

type Speaker = Pick<SpeakerInfo, 'sid' | 'level' | 'active'>;

/** Quieter than this is not speech; about -40 dB. */
const AUDIBLE = 0.01;
/** Levels are told in steps, so that a steady voice makes no messages. As in LiveKit. */
const STEPS = 8;
/** Share of the newest level in the smoothed one. */
const NEWEST = 0.5;

/** Finds out who speaks, by the levels of the participants' tracks. */
export class Speakers {
  readonly #levels = new Map<string, number>();
  readonly #told = new Map<string, number>();

  /** Notes the loudest of a participant's tracks. */
  hear(participantSid: string, level: number): void {
    const before = this.#levels.get(participantSid) ?? 0;
    // A voice that begins is told at once; its end is smoothed.
    this.#levels.set(participantSid, level > before ? level : before + (level - before) * NEWEST);
  }

  forget(participantSid: string): void {
    this.#levels.set(participantSid, 0);
  }

  /** Returns who has changed since the last call, loudest first. */
  changes(): Speaker[] {
    const changed: Speaker[] = [];
    for (const [sid, level] of this.#levels) {
      const isActive = level >= AUDIBLE;
      const step = isActive ? Math.min(1, Math.ceil(level * STEPS) / STEPS) : 0;
      if (step !== (this.#told.get(sid) ?? 0)) changed.push({ sid, level: step, active: isActive });
      if (isActive) this.#told.set(sid, step);
      else {
        this.#told.delete(sid);
        this.#levels.delete(sid);
      }
    }
    return changed.sort((one, other) => other.level - one.level);
  }

  /** Returns who speaks now, as told last. */
  get current(): Speaker[] {
    return [...this.#told].map(([sid, level]) => ({ sid, level, active: true }));
  }
}
