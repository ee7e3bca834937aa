import type { RecordedTrack } from '../composition';
import type { SoundPart } from '../transcoding/transcoder';
import { STEP_SECONDS } from './speech';

export const SAMPLE_RATE = 48_000;
/** A larger distance of a timestamp from the samples before it is a pause, or a step back. Timestamps are in milliseconds. */
const TOLERANCE = SAMPLE_RATE / 50;
const FULL_SCALE = 32_768;
const STEP_SAMPLES = SAMPLE_RATE * STEP_SECONDS;

/** Reads one voice and places its samples on the clock of the video by their timestamps. Holds one part at a time. */
export class VoiceReader {
  readonly #parts: AsyncIterator<SoundPart>;
  readonly #end: number;
  #left: Int16Array = new Int16Array(0);
  /** Where the first of the samples that are left belongs. */
  #position = -Infinity;
  #firstAt: number | undefined;

  constructor(
    private readonly track: RecordedTrack,
    parts: AsyncIterable<SoundPart>,
    /** Sums of squares per step of the video, to which this voice adds. */
    private readonly energies: Float64Array,
    /** Times in which the voice is not heard, in seconds of the video. */
    private readonly removals: readonly { from: number; until: number }[] = [],
  ) {
    this.#parts = parts[Symbol.asyncIterator]();
    this.#end = Math.round(track.until * SAMPLE_RATE);
  }

  /** Adds what belongs into a block that begins at a sample of the video. Returns whether more may follow. */
  async addTo(block: Float32Array, start: number): Promise<boolean> {
    const end = Math.min(start + block.length, this.#end);
    for (;;) {
      if (this.#left.length === 0 && !(await this.#next())) return false;
      if (this.#position < start) this.#drop(start - this.#position);
      if (this.#left.length === 0) continue;
      if (this.#position >= end) break;
      this.#add(block, start, Math.min(this.#left.length, end - this.#position));
    }
    if (end < this.#end) return true;
    await this.close();
    return false;
  }

  /** Ends the reading of a voice whose rest is not needed. */
  async close(): Promise<void> {
    await this.#parts.return?.();
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#parts.next();
    if (done) return false;
    this.#firstAt ??= value.at;
    const place = Math.round((this.track.from + value.at - this.#firstAt) * SAMPLE_RATE);
    const distance = place - this.#position;
    this.#left = value.samples;
    if (distance > TOLERANCE) this.#position = place;
    else if (distance < -TOLERANCE) this.#cut(-distance);
    this.#silence();
    return true;
  }

  /** Silences what is left where the voice was taken out. */
  #silence(): void {
    const start = this.#position;
    const inside = this.removals
      .map(
        ({ from, until }) => [Math.floor(from * SAMPLE_RATE) - start, Math.ceil(until * SAMPLE_RATE) - start] as const,
      )
      .filter(([from, until]) => until > 0 && from < this.#left.length);
    if (inside.length === 0) return;
    // The decoder may use its memory again.
    this.#left = this.#left.slice();
    for (const [from, until] of inside) this.#left.fill(0, Math.max(0, from), until);
  }

  #drop(count: number): void {
    const dropped = Math.min(count, this.#left.length);
    this.#cut(dropped);
    this.#position += dropped;
  }

  #cut(count: number): void {
    this.#left = this.#left.subarray(Math.min(count, this.#left.length));
  }

  #add(block: Float32Array, start: number, count: number): void {
    const offset = this.#position - start;
    for (let index = 0; index < count; index += 1) {
      const sample = (this.#left[index] as number) / FULL_SCALE;
      block[offset + index] = (block[offset + index] as number) + sample;
      const step = Math.floor((this.#position + index) / STEP_SAMPLES);
      this.energies[step] = (this.energies[step] as number) + sample * sample;
    }
    this.#drop(count);
  }
}

/** Returns the root mean squares of sums of squares. */
export const levelsOf = (energies: Float64Array) => Array.from(energies, (energy) => Math.sqrt(energy / STEP_SAMPLES));
export const stepsOf = (seconds: number) => Math.ceil(seconds / STEP_SECONDS) + 1;
