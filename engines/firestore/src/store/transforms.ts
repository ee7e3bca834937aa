import { getField, setField } from '../paths/field-path';
import { compareValues, equalValues } from '../values/compare';
import { formatMicros } from '../values/timestamps';
import {
  doubleOf,
  doubleValue,
  elementsOf,
  type Fields,
  isNaNValue,
  isNumber,
  NULL,
  type Value,
} from '../values/value';
import type { Transform } from './write';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Applies transforms in order, after the update of the same write, and returns each result for the client. */
export function applyTransforms(
  fields: Fields,
  transforms: readonly Transform[],
  version: number,
): { fields: Fields; results: Value[] } {
  const results: Value[] = [];
  let current = fields;
  for (const transform of transforms) {
    const value = transformed(getField(current, transform.path), transform, version);
    current = setField(current, transform.path, value);
    results.push(transform.kind === 'union' || transform.kind === 'remove' ? NULL : value);
  }
  return { fields: current, results };
}

function transformed(current: Value | undefined, transform: Transform, version: number): Value {
  switch (transform.kind) {
    case 'requestTime':
      // The request time has millisecond precision; only versions are finer.
      return { timestampValue: formatMicros(BigInt(version - (version % 1000))) };
    case 'increment':
      return current !== undefined && isNumber(current) ? add(current, transform.operand) : transform.operand;
    case 'maximum':
    case 'minimum':
      return extreme(current, transform.operand, transform.kind);
    case 'union': {
      const elements = current === undefined ? [] : [...elementsOf(current)];
      for (const operand of transform.operands)
        if (!elements.some((element) => equalValues(element, operand))) elements.push(operand);
      return { arrayValue: { values: elements } };
    }
    case 'remove': {
      const elements = current === undefined ? [] : elementsOf(current);
      return {
        arrayValue: {
          values: elements.filter((element) => !transform.operands.some((operand) => equalValues(element, operand))),
        },
      };
    }
  }
}

const numberOf = (value: Value) =>
  'integerValue' in value ? Number(value.integerValue) : 'doubleValue' in value ? doubleOf(value.doubleValue) : NaN;

/** Integers stay integers and saturate at 64 bits. */
function add(a: Value, b: Value): Value {
  if (!('integerValue' in a) || !('integerValue' in b)) return doubleValue(numberOf(a) + numberOf(b));
  const sum = BigInt(a.integerValue) + BigInt(b.integerValue);
  return { integerValue: String(sum > INT64_MAX ? INT64_MAX : sum < INT64_MIN ? INT64_MIN : sum) };
}

/** Of equal numbers the stored one is kept with its type; NaN beats every number. */
function extreme(current: Value | undefined, operand: Value, kind: 'maximum' | 'minimum'): Value {
  if (current === undefined || !isNumber(current)) return operand;
  if (isNaNValue(current) || isNaNValue(operand)) return doubleValue(NaN);
  const order = compareValues(operand, current);
  return (kind === 'maximum' ? order > 0 : order < 0) ? operand : current;
}
