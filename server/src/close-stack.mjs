// @ts-check

/** Collects closers for opened resources and runs them in reverse order, also after a failed start. */
export class CloseStack {
  /** @type {(() => unknown)[]} */
  #closers = [];

  /**
   * Registers a closer; the last one registered runs first.
   * @param {() => unknown} close
   */
  defer(close) {
    this.#closers.push(close);
  }

  /** Closes everything sequentially. Every closer runs; the first failure is thrown afterwards. */
  async close() {
    /** @type {unknown[]} */
    const failures = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
