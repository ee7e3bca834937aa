/** Counts single checks of a program that is no suite of a test runner, and prints each. */
export function countedChecks() {
  const counts = { passed: 0, failed: 0 };
  return {
    counts,
    /**
     * @param {string} what
     * @param {boolean} isTrue
     * @param {string} [detail]
     */
    check(what, isTrue, detail = '') {
      counts[isTrue ? 'passed' : 'failed'] += 1;
      console.log(`  ${isTrue ? 'ok' : 'NOT'}  ${what} ${detail}`);
    },
  };
}
