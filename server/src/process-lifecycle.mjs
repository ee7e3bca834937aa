// @ts-check
import { CloseStack } from './close-stack.mjs';
import { UserFacingError } from './user-facing-error.mjs';

/**
 * Ignores SIGUSR1. Node would open its inspector on it, through which any process of this machine could read every
 * secret of this one. Node 20 has no flag for that.
 */
function ignoreDebugSignal() {
  process.on('SIGUSR1', () => undefined);
}

/**
 * Closes everything in reverse order, once, on Ctrl-C, a stop signal or a failure. A second signal exits immediately.
 */
export class ProcessLifecycle {
  #parts = new CloseStack();
  /** @type {Promise<void> | undefined} */
  #ending;
  #stop = new AbortController();

  constructor() {
    ignoreDebugSignal();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(name, () => {
        if (this.#ending) process.exit(130);
        void this.#end(0);
      });
    }
  }

  /** Aborted when the process is about to exit. */
  get signal() {
    return this.#stop.signal;
  }

  /** @param {() => unknown} close */
  atEnd(close) {
    this.#parts.defer(close);
  }

  /**
   * On a stop, a running process first drains and then closes. Throws an AbortError when the stop has already come.
   * @param {{ drain(): Promise<void>, close(): Promise<void> }} running
   */
  endWith(running) {
    this.atEnd(() => running.close());
    this.atEnd(() => running.drain());
    this.throwIfOver();
  }

  /** Throws an AbortError when the process is about to exit. */
  throwIfOver() {
    if (this.#ending) throw new DOMException('Stopped', 'AbortError');
  }

  /**
   * Prints the failure and exits with code 1. A failure caused by a stop is not printed.
   * @param {any} error
   */
  async fail(error) {
    if (this.#ending) {
      await this.#end(0);
      return;
    }
    console.error(messageFor(error));
    await this.#end(1);
  }

  /** @param {number} code */
  async #end(code) {
    this.#stop.abort();
    const isFirst = this.#ending === undefined;
    this.#ending = this.#parts.close().catch((error) => console.error(error));
    await this.#ending;
    if (isFirst) process.exitCode = code;
  }
}

/**
 * Returns a one-sentence message for the terminal; an unknown error is kept as it is.
 * @param {any} error
 */
function messageFor(error) {
  if (error instanceof UserFacingError || error.name === 'DemoRefusedError') return error.message;
  if (error.code === 'ENOSPC' || /ENOSPC|no space left on device/i.test(error.message)) {
    return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk.';
  }
  if (/^The configuration is not usable/.test(error.message)) return error.message;
  if (['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'].includes(error.code)) {
    return `The database of DATABASE_URL cannot be reached (${error.message || error.code}): check the address, or unset it to use the embedded one.`;
  }
  return error;
}
