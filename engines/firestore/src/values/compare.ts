import { compareResourceNames } from '../paths/document-order';
import { compareText } from './text-order';
import {
  doubleOf,
  elementsOf,
  type Fields,
  isVector,
  type MapValue,
  typeOrder,
  type Value,
  vectorElements,
} from './value';

/** Compares values in Firestore's total order across all types. Integers and doubles compare by their exact value. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  const order = typeOrder(a) - typeOrder(b);
  if (order !== 0) return order;
  if ('stringValue' in a && 'stringValue' in b) return compareText(a.stringValue, b.stringValue);
  if ('integerValue' in a || 'doubleValue' in a) return compareNumbers(a, b);
  if ('timestampValue' in a && 'timestampValue' in b) return compareAscii(a.timestampValue, b.timestampValue);
  if ('booleanValue' in a && 'booleanValue' in b) return Number(a.booleanValue) - Number(b.booleanValue);
  if ('mapValue' in a && 'mapValue' in b)
    return isVector(a) ? compareVectors(a, b) : compareMaps(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  if ('arrayValue' in a) return compareSequences(elementsOf(a), elementsOf(b));
  if ('referenceValue' in a && 'referenceValue' in b) return compareResourceNames(a.referenceValue, b.referenceValue);
  if ('bytesValue' in a && 'bytesValue' in b)
    return Buffer.compare(Buffer.from(a.bytesValue, 'base64'), Buffer.from(b.bytesValue, 'base64'));
  if ('geoPointValue' in a && 'geoPointValue' in b) {
    return (
      compareDoubles(a.geoPointValue.latitude, b.geoPointValue.latitude) ||
      compareDoubles(a.geoPointValue.longitude, b.geoPointValue.longitude)
    );
  }
  return 0;
}

export const equalValues = (a: Value, b: Value) => compareValues(a, b) === 0;

/** Returns whether two documents hold identical values: unlike in the sort order, 1 is not 1.0 and 0 is not -0. */
export function sameFields(a: Fields, b: Fields): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const [left, right] = [a[key], b[key]];
      return left !== undefined && right !== undefined && sameValue(left, right);
    })
  );
}

function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if ('mapValue' in a && 'mapValue' in b) return sameFields(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  if ('arrayValue' in a && 'arrayValue' in b) {
    const [left, right] = [elementsOf(a), elementsOf(b)];
    return left.length === right.length && left.every((element, index) => sameValue(element, right[index] as Value));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function compareNumbers(a: Value, b: Value): number {
  if ('integerValue' in a) {
    return 'integerValue' in b
      ? compareIntegers(a.integerValue, b.integerValue)
      : 'doubleValue' in b
        ? compareIntegerToDouble(a.integerValue, doubleOf(b.doubleValue))
        : 0;
  }
  if (!('doubleValue' in a)) return 0;
  const left = doubleOf(a.doubleValue);
  return 'integerValue' in b
    ? 0 - compareIntegerToDouble(b.integerValue, left)
    : 'doubleValue' in b
      ? compareDoubles(left, doubleOf(b.doubleValue))
      : 0;
}

function compareIntegers(a: string, b: string): number {
  if (a.length < 16 && b.length < 16) return Number(a) - Number(b);
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Compares exactly: neither side is rounded to the precision of the other. JavaScript compares a bigint with a number
 * that way.
 */
function compareIntegerToDouble(integer: string, double: number): number {
  if (Number.isNaN(double)) return 1;
  const exact = BigInt(integer);
  return exact < double ? -1 : exact > double ? 1 : 0;
}

/** NaN sorts first and equals itself; -0 equals 0. */
function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  if (Number.isNaN(b)) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const compareAscii = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function compareSequences(a: readonly Value[], b: readonly Value[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareValues(a[index] as Value, b[index] as Value);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareVectors(a: MapValue, b: MapValue): number {
  const [left, right] = [vectorElements(a), vectorElements(b)];
  return left.length - right.length || compareSequences(left, right);
}

function compareMaps(a: Fields, b: Fields): number {
  const [left, right] = [Object.keys(a).sort(compareText), Object.keys(b).sort(compareText)];
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const [leftKey, rightKey] = [left[index] as string, right[index] as string];
    const order = compareText(leftKey, rightKey) || compareValues(a[leftKey] as Value, b[rightKey] as Value);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
