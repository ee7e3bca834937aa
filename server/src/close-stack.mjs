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

  /**
   * Registers a resource that is still opening, so that it is also closed when something else fails meanwhile.
   * @template {{ close(): unknown } | null} T
   * @param {Promise<T>} resource
   * @returns {Promise<T>} The same promise; its failure is the caller's to await.
   */
  opening(resource) {
    // The caller may await it late: until then its failure must not end the process.
    const opened = resource.catch(() => null);
    this.defer(async () => (await opened)?.close());
    return resource;
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
