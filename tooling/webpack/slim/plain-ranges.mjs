/**
 * Replaces the federation runtime's version range parser. Three kinds of range occur: `^1.2.0` as required by a remote
 * (share-ranges), `<=1.2.0` in the runtime's own comparison of versions, and an exact version. Nothing satisfies any
 * other range or a version that contains letters.
 *
 * @param {string} version
 * @param {string} range
 */
export function satisfy(version, range) {
  const bound = range.replace(/^(\^|<=)/, '');
  if (bound === range) return version === range;
  const order = compare(version, bound);
  if (range[0] === '<') return order <= 0;
  // With a caret the first non-zero number must match.
  const kept = /^(0\.)*\d+\./.exec(`${bound}.`)?.[0] ?? '';
  return order >= 0 && `${version}.`.startsWith(kept);
}

/** Negative when the first version is lower; NaN when one of them is not a plain version. */
function compare(/** @type {string} */ first, /** @type {string} */ second) {
  const a = numbersOf(first);
  const b = numbersOf(second);
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * Major, minor and patch; NaN for a missing or invalid number.
 * @param {string} version
 * @returns {[number, number, number]}
 */
function numbersOf(version) {
  const [major = NaN, minor = NaN, patch = NaN] = version.split('.').map(Number);
  return [major, minor, patch];
}
