/** Levels quieter than this count as silence. The extension has the level in -dBov: 0 is loudest, 127 is silent. */
const SILENT_DBOV = 45;

/** Highest level of one audio track between two reports, from the ssrc-audio-level extension (RFC 6464). */
export class AudioLevel {
  #loudest = 127;
  #wasHeard = false;

  /** `value` is the byte of the extension: the top bit marks voice activity, the rest is the level. */
  add(value: number): void {
    const dbov = value & 0x7f;
    if (dbov < this.#loudest) this.#loudest = dbov;
  }

  /** Returns the level since the last report, 0 to 1; undefined while silence continues. */
  report(): number | undefined {
    const level = this.#loudest > SILENT_DBOV ? 0 : 10 ** (-this.#loudest / 20);
    this.#loudest = 127;
    const worthTelling = level > 0 || this.#wasHeard;
    this.#wasHeard = level > 0;
    return worthTelling ? level : undefined;
  }
}
