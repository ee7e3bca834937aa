import { relative } from 'node:path';

import { root } from '../../root.mjs';

/** Longer than any test file takes, even on a busy machine. */
const LIMIT_MS = 20 * 60_000;

/** Ends a run that hangs, and names the file: jest-light-runner has no timeouts. */
export default class StuckFileReporter {
  #timers = new Map();

  onTestFileStart({ path }) {
    const end = () => {
      console.error(`${relative(root, path)} has not ended within ${LIMIT_MS / 60_000} minutes.`);
      process.exit(1);
    };
    this.#timers.set(path, setTimeout(end, LIMIT_MS));
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#timers.get(path));
  }
}
