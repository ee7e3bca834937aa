import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import TestSequencer from '@jest/test-sequencer';

import { inRoot, root } from '../../root.mjs';

const secondsIn = (path) => {
  try {
    return JSON.parse(readFileSync(inRoot(path), 'utf8')).files;
  } catch {
    return {};
  }
};
/** As measured last on this machine, else as committed: a fresh clone has nothing that Jest could go by. */
const seconds = { ...secondsIn('tooling/check/test-times.json'), ...secondsIn('.cache/test-times.json') };

const secondsOf = ({ path }) => seconds[relative(root, path)] ?? 0;

/** Starts the longest files first, so that no core is idle while the last one ends. */
export default class LongestFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
