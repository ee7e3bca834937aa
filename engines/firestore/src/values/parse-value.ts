import { invalidArgument, quoted } from '../status';
import { formatMicros, parseMicros } from './timestamps';
import { doubleValue, type Fields, NULL, type Value } from './value';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/**
 * Maximum JSON depth, checked so that parsing cannot exhaust the stack. Documents themselves are limited to 20 levels.
 */
const MAX_JSON_DEPTH = 100;
const KINDS = new Set([
  'nullValue',
  'booleanValue',
  'integerValue',
  'doubleValue',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
]);

/** Parses a map of fields from a request. Throws INVALID_ARGUMENT for anything that is not protocol JSON. */
export function parseFields(input: unknown, depth = 0): Fields {
  if (input === undefined || input === null) return {};
  if (!isRecord(input)) throw invalidArgument('Invalid JSON payload received: fields is not a map.');
  if (depth > MAX_JSON_DEPTH) throw invalidArgument('Message too deep. Max recursion depth reached.');
  const fields: [string, Value][] = [];
  for (const [name, value] of Object.entries(input)) {
    if (name === '') throw invalidArgument('field name must not be empty');
    fields.push([name, parseValue(value, depth)]);
  }
  // Defines an own property even for a name like __proto__.
  return Object.fromEntries(fields);
}

/** Parses one value from a request into the engine's form. */
export function parseValue(input: unknown, depth = 0): Value {
  if (!isRecord(input)) throw invalidArgument('Invalid value: an object with one kind of value was expected.');
  const kinds = Object.keys(input).filter((key) => input[key] !== undefined);
  const kind = kinds[0];
  if (kind === undefined) throw invalidArgument('Cannot convert a Value with an unset value type.');
  if (kinds.length > 1)
    throw invalidArgument(`Invalid value: ${kinds.slice(0, 3).join(' and ')} are set, only one kind is allowed.`);
  if (!KINDS.has(kind))
    throw invalidArgument(`Invalid JSON payload received. Unknown name "${kind}": Cannot find field.`);
  return parseKind(kind, input[kind], depth);
}

function parseKind(kind: string, content: unknown, depth: number): Value {
  switch (kind) {
    case 'nullValue':
      if (content === null || content === 'NULL_VALUE' || content === 0) return NULL;
      break;
    case 'booleanValue':
      if (typeof content === 'boolean') return { booleanValue: content };
      break;
    case 'integerValue':
      return { integerValue: parseInteger(content) };
    case 'doubleValue':
      return parseDouble(content);
    case 'timestampValue':
      return { timestampValue: formatMicros(parseMicros(content)) };
    case 'stringValue':
      if (typeof content === 'string') return { stringValue: content };
      break;
    case 'bytesValue':
      return { bytesValue: parseBytes(content) };
    case 'referenceValue':
      if (typeof content === 'string') return { referenceValue: content };
      break;
    case 'geoPointValue':
      return parseGeoPoint(content);
    case 'arrayValue':
      return parseArray(content, depth);
    default:
      if (isRecord(content)) return { mapValue: { fields: parseFields(content.fields, depth + 1) } };
  }
  throw invalidArgument(`Invalid value at '${kind}'.`);
}

function parseInteger(content: unknown): string {
  const isText = typeof content === 'string' && /^-?\d{1,20}$/.test(content);
  if (!isText && !(typeof content === 'number' && Number.isInteger(content)))
    throw invalidArgument(`Invalid value at 'integer_value' (TYPE_INT64), ${quoted(content)}`);
  const integer = BigInt(content as string | number);
  if (integer < INT64_MIN || integer > INT64_MAX)
    throw invalidArgument(`Invalid value at 'integer_value' (TYPE_INT64), "${String(content)}"`);
  return integer.toString();
}

function parseDouble(content: unknown): Value {
  const isNamed = typeof content === 'string' && /^(NaN|-?Infinity|-?\d+(\.\d*)?([eE][+-]?\d+)?)$/.test(content);
  if (!isNamed && typeof content !== 'number')
    throw invalidArgument(`Invalid value at 'double_value' (TYPE_DOUBLE), ${quoted(content)}`);
  return doubleValue(Number(content));
}

/** Parses Base64 in either alphabet, with or without padding, and returns it in the standard one. */
function parseBytes(content: unknown): string {
  if (typeof content !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(content)) {
    throw invalidArgument(`Invalid value at 'bytes_value' (TYPE_BYTES), Base64 decoding failed for ${quoted(content)}`);
  }
  return Buffer.from(content.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('base64');
}

function parseGeoPoint(content: unknown): Value {
  if (!isRecord(content)) throw invalidArgument("Invalid value at 'geo_point_value'.");
  const [latitude, longitude] = [numberOf(content.latitude ?? 0), numberOf(content.longitude ?? 0)];
  if (!(latitude >= -90 && latitude <= 90)) throw invalidArgument('Latitude must be in the range [-90, 90].');
  if (!(longitude >= -180 && longitude <= 180)) throw invalidArgument('Longitude must be in the range [-180, 180].');
  return { geoPointValue: { latitude, longitude } };
}

function parseArray(content: unknown, depth: number): Value {
  if (!isRecord(content)) throw invalidArgument("Invalid value at 'array_value'.");
  if (depth > MAX_JSON_DEPTH) throw invalidArgument('Message too deep. Max recursion depth reached.');
  const { values = [] } = content;
  if (!Array.isArray(values)) throw invalidArgument("Invalid value at 'array_value.values'.");
  return {
    arrayValue: values.length === 0 ? {} : { values: values.map((value: unknown) => parseValue(value, depth + 1)) },
  };
}

/** Parses a number given as a number or a string; NaN for any other type, without coercion. */
export function numberOf(input: unknown): number {
  return typeof input === 'number' || (typeof input === 'string' && input.trim() !== '') ? Number(input) : NaN;
}

/** Returns whether a value is a JSON object, as opposed to null, an array or a primitive. */
export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
