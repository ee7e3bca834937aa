const RATE = 48_000;
/** Blocks of 400 ms overlap by three quarters, so energies are kept per 100 ms. */
const STEP_SAMPLES = RATE / 10;
const STEPS_PER_BLOCK = 4;
/** One voice in both channels counts twice. */
const CHANNELS = 2;
/** Gates of EBU R 128, in LUFS and in LU below the loudness of what is above the first. */
const SILENCE = -70;
const RELATIVE_GATE = -10;

const lufsOf = (energy: number) => -0.691 + 10 * Math.log10(energy);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Measures the loudness of one channel at 48 kHz that is played in two, as EBU R 128 does. */
export class LoudnessMeter {
  readonly #energies: number[] = [];
  /** The state of both filters, two numbers each. */
  #s1 = 0;
  #s2 = 0;
  #h1 = 0;
  #h2 = 0;
  #sum = 0;
  #count = 0;

  /** Adds samples between -1 and 1. */
  add(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const weighted = this.#weighted(samples[index] as number);
      this.#sum += weighted * weighted;
      this.#count += 1;
      if (this.#count < STEP_SAMPLES) continue;
      this.#energies.push((CHANNELS * this.#sum) / STEP_SAMPLES);
      this.#sum = 0;
      this.#count = 0;
    }
  }

  /** Returns the integrated loudness in LUFS; null for silence. */
  integrated(): number | null {
    const blocks = this.#energies
      .slice(0, Math.max(0, this.#energies.length - STEPS_PER_BLOCK + 1))
      .map((_energy, index) => meanOf(this.#energies.slice(index, index + STEPS_PER_BLOCK)));
    const audible = blocks.filter((energy) => lufsOf(energy) > SILENCE);
    if (audible.length === 0) return null;
    const gate = lufsOf(meanOf(audible)) + RELATIVE_GATE;
    return lufsOf(meanOf(audible.filter((energy) => lufsOf(energy) > gate)));
  }

  /** The K-weighting of ITU-R BS.1770 at 48 kHz, the head's shelf and a high-pass, as transposed direct forms II. */
  #weighted(input: number): number {
    const shelved = 1.53512485958697 * input + this.#s1;
    this.#s1 = -2.69169618940638 * input + 1.69065929318241 * shelved + this.#s2;
    this.#s2 = 1.19839281085285 * input - 0.73248077421585 * shelved;
    const output = shelved + this.#h1;
    this.#h1 = -2 * shelved + 1.99004745483398 * output + this.#h2;
    this.#h2 = shelved - 0.99007225036621 * output;
    return output;
  }
}
