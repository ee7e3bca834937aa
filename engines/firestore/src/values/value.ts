/**
 * A field's value in the JSON form of the protocol, after parsing: integers are decimal strings, doubles that JSON cannot
 * hold ("NaN", "Infinity", "-Infinity", "-0") are strings, timestamps have microseconds and end with Z, bytes are base64.
 * Values are never changed in place, so documents may share them.
 */
export type Value =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | string }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude: number; longitude: number } }
  | { arrayValue: { values?: Value[] } }
  | { mapValue: { fields?: Fields } };

export type Fields = Readonly<Record<string, Value>>;

export type MapValue = Extract<Value, { mapValue: unknown }>;

export const NULL: Value = { nullValue: null };

/** Value types in their sort order. */
export const TypeOrder = {
  null: 0,
  boolean: 1,
  number: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  geoPoint: 7,
  array: 8,
  vector: 9,
  map: 10,
} as const;

const VECTOR_TYPE = '__vector__';

/** Returns the rank of a value's type. NaN counts as a number and sorts first among numbers. */
export function typeOrder(value: Value): number {
  if ('stringValue' in value) return TypeOrder.string;
  if ('integerValue' in value || 'doubleValue' in value) return TypeOrder.number;
  if ('booleanValue' in value) return TypeOrder.boolean;
  if ('timestampValue' in value) return TypeOrder.timestamp;
  if ('mapValue' in value) return isVector(value) ? TypeOrder.vector : TypeOrder.map;
  if ('arrayValue' in value) return TypeOrder.array;
  if ('referenceValue' in value) return TypeOrder.reference;
  if ('bytesValue' in value) return TypeOrder.bytes;
  if ('geoPointValue' in value) return TypeOrder.geoPoint;
  return TypeOrder.null;
}

/** Returns whether a map encodes a vector of doubles. */
export function isVector(value: MapValue): boolean {
  const type = value.mapValue.fields?.['__type__'];
  return type !== undefined && 'stringValue' in type && type.stringValue === VECTOR_TYPE;
}

/** Returns the elements of a vector map. */
export function vectorElements(value: MapValue): readonly Value[] {
  const elements = value.mapValue.fields?.value;
  return elements !== undefined && 'arrayValue' in elements ? (elements.arrayValue.values ?? []) : [];
}

export const isNull = (value: Value) => 'nullValue' in value;

export const isNaNValue = (value: Value) => 'doubleValue' in value && value.doubleValue === 'NaN';

export const isNumber = (value: Value) => 'integerValue' in value || 'doubleValue' in value;

/** Converts a stored double to a JavaScript number. */
export const doubleOf = (value: number | string) => (typeof value === 'number' ? value : Number(value));

/** Converts a double to its JSON-safe form. */
export function doubleValue(number: number): Value {
  return {
    doubleValue:
      Number.isFinite(number) && !Object.is(number, -0) ? number : Object.is(number, -0) ? '-0' : String(number),
  };
}

/** Returns the elements of an array value. */
export const elementsOf = (value: Value): readonly Value[] =>
  'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
