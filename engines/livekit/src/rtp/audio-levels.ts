/** Below it nobody speaks; the extension gives the level in -dBov, 0 loud and 127 silent. */
const SILENT_DBOV = 45;

/** Loudness of one voice between two reports, from the ssrc-audio-level extension (RFC 6464). */
export class AudioLevel {
  #loudest = 127;
  #wasHeard = false;

  /** `value` is the extension's byte: the top bit tells voice, the rest the level. */
  add(value: number): void {
    const dbov = value & 0x7f;
    if (dbov < this.#loudest) this.#loudest = dbov;
  }

  /** The level from 0 to 1 since the last report; undefined while silence continues. */
  report(): number | undefined {
    const level = this.#loudest > SILENT_DBOV ? 0 : 10 ** (-this.#loudest / 20);
    this.#loudest = 127;
    const worthTelling = level > 0 || this.#wasHeard;
    this.#wasHeard = level > 0;
    return worthTelling ? level : undefined;
  }
}
