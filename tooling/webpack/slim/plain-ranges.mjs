/**
 * Stands in for the federation runtime's reader of version ranges. Three kinds occur: `^1.2.0` in what a remote demands
 * (share-ranges), `<=1.2.0` in the runtime's own comparison of versions, and one exact version. Anything else, also a
 * version with letters in it, is satisfied by nothing.
 *
 * @param {string} version
 * @param {string} range
 */
export function satisfy(version, range) {
  const bound = range.replace(/^(\^|<=)/, '');
  if (bound === range) return version === range;
  const order = compare(version, bound);
  if (range[0] === '<') return order <= 0;
  // Behind a caret the first number that is not 0 stays the same.
  const kept = /^(0\.)*\d+\./.exec(`${bound}.`)?.[0] ?? '';
  return order >= 0 && `${version}.`.startsWith(kept);
}

/** Below 0 when the first version is the lower one; NaN when one of them is no plain version. */
function compare(/** @type {string} */ first, /** @type {string} */ second) {
  const a = numbersOf(first);
  const b = numbersOf(second);
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * Major, minor and patch; NaN for what is missing or no number.
 * @param {string} version
 * @returns {[number, number, number]}
 */
function numbersOf(version) {
  const [major = NaN, minor = NaN, patch = NaN] = version.split('.').map(Number);
  return [major, minor, patch];
}
