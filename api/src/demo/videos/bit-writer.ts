const FIRST_CAPACITY = 1024;

/** Writes bits, most significant first. */
export class BitWriter {
  private buffer = Buffer.alloc(FIRST_CAPACITY);
  private length = 0;
  private pending = 0;
  private count = 0;

  bit(value: number): void {
    this.pending = (this.pending << 1) | (value & 1);
    this.count += 1;
    if (this.count < 8) return;
    this.reserve(1);
    this.buffer[this.length] = this.pending;
    this.length += 1;
    this.pending = 0;
    this.count = 0;
  }

  bits(value: number, width: number): void {
    for (let at = width - 1; at >= 0; at -= 1) this.bit(at < 31 ? value >> at : Math.floor(value / 2 ** at));
  }

  /** Unsigned Exp-Golomb code. */
  ue(value: number): void {
    const width = 31 - Math.clz32(value + 1);
    this.bits(0, width);
    this.bits(value + 1, width + 1);
  }

  /** Fills the current byte with zeros. */
  align(): void {
    while (this.count !== 0) this.bit(0);
  }

  /** Appends whole bytes; the position must be aligned. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  finish(): Buffer {
    this.align();
    return this.buffer.subarray(0, this.length);
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.alloc(2 * (this.length + bytes));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}
