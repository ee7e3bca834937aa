/**
 * The sent or pending payloads of a channel that its client has not acknowledged: lists of payloads with consecutive
 * numbers. Channels with the same messages share the same lists, so each of a thousand channels costs two numbers per
 * list.
 */
export class SendQueue {
  #lists: (readonly string[])[] = [];
  /** The number of the first payload in each list. */
  #firstIds: number[] = [];
  #lastId = 0;
  #acknowledgedId = 0;
  #length = 0;

  /** The last number assigned. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The client has everything up to this number. */
  get acknowledgedId(): number {
    return this.#acknowledgedId;
  }

  /** The number of unacknowledged characters. */
  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#lists.length === 0;
  }

  add(payloads: readonly string[]): void {
    if (payloads.length === 0) return;
    this.#lists.push(payloads);
    this.#firstIds.push(this.#lastId + 1);
    this.#lastId += payloads.length;
    this.#length += lengthOf(payloads);
  }

  /** Removes everything up to this number. Returns whether anything was removed. */
  acknowledge(id: number): boolean {
    if (id <= this.#acknowledgedId || this.isEmpty) return false;
    this.#acknowledgedId = Math.min(id, this.#lastId);
    let count = 0;
    // A partially acknowledged list stays until the rest is acknowledged.
    while (count < this.#lists.length && this.#lastIdOf(count) <= id) {
      this.#length -= lengthOf(this.#lists[count] as readonly string[]);
      count += 1;
    }
    this.#lists.splice(0, count);
    this.#firstIds.splice(0, count);
    return true;
  }

  /** Returns the payloads after a number, in order. */
  *after(id: number): Generator<[id: number, payload: string]> {
    let index = this.#lists.length;
    while (index > 0 && this.#lastIdOf(index - 1) > id) index -= 1;
    for (; index < this.#lists.length; index += 1) {
      const firstId = this.#firstIds[index] as number;
      const list = this.#lists[index] as readonly string[];
      for (let place = Math.max(0, id + 1 - firstId); place < list.length; place += 1)
        yield [firstId + place, list[place] as string];
    }
  }

  clear(): void {
    this.#lists = [];
    this.#firstIds = [];
    this.#length = 0;
  }

  #lastIdOf(index: number): number {
    return (this.#firstIds[index + 1] ?? this.#lastId + 1) - 1;
  }
}

function lengthOf(payloads: readonly string[]): number {
  let length = 0;
  for (const payload of payloads) length += payload.length;
  return length;
}
