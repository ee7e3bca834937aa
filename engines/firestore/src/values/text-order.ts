const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

/**
 * Compares strings by their UTF-8 bytes. This differs from JavaScript's own order when one side has a character outside
 * the basic plane: its surrogates are small code units, its UTF-8 bytes are the largest.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left === right) continue;
    const [leftHigh, rightHigh] = [isSurrogate(left), isSurrogate(right)];
    if (leftHigh !== rightHigh) return leftHigh ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}
