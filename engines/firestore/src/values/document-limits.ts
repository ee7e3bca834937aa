import { invalidArgument } from '../status';
import { elementsOf, type Fields, isNaNValue, isVector, type MapValue, type Value, vectorElements } from './value';

/** Firestore's limits. Source: firebase.google.com/docs/firestore/quotas. */
const MAX_VALUE_BYTES = 1_048_487;
const MAX_NAME_BYTES = 1500;
const MAX_DEPTH = 20;
const MAX_DOCUMENT_BYTES = 1_048_576;
const MAX_DIMENSIONS = 2048;
/** A document has at most 40,000 index entries; each field takes one per direction. */
const MAX_FIELDS = 20_000;

const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');
const isReserved = (name: string) => name.length >= 4 && name.startsWith('__') && name.endsWith('__');

/**
 * Rejects fields that no document may hold: reserved names, nested arrays, malformed vectors, values that are too long
 * or too deep.
 */
export function checkFields(fields: Fields): void {
  if (countFields(fields) > MAX_FIELDS) throw invalidArgument('too many index entries for entity');
  for (const [name, value] of Object.entries(fields)) {
    if (isReserved(name)) throw invalidArgument(`field name ${name} is reserved`);
    checkContent(value, name, false);
  }
  for (const [name, value] of Object.entries(fields)) checkLengths(name, value);
}

const countFields = (fields: Fields): number =>
  Object.values(fields).reduce(
    (count, value) => count + ('mapValue' in value ? countFields(value.mapValue.fields ?? {}) : 1),
    0,
  );

/** `property` names the location in an error message: the document field, or "array" inside an array. */
function checkContent(value: Value, property: string, isInArray: boolean): void {
  if ('arrayValue' in value) {
    if (isInArray) throw invalidArgument('Cannot convert an array value in an array value.');
    for (const element of elementsOf(value)) checkContent(element, 'array', true);
  } else if ('mapValue' in value) {
    const fields = value.mapValue.fields ?? {};
    if (Object.hasOwn(fields, '__type__')) {
      checkVector(value, property);
      return;
    }
    for (const [name, nested] of Object.entries(fields)) {
      if (isReserved(name)) throw invalidArgument(`field name '${name}' is reserved.`);
      checkContent(nested, property, false);
    }
  }
}

function checkVector(value: MapValue, property: string): void {
  const fields = value.mapValue.fields ?? {};
  if (!isVector(value)) {
    throw invalidArgument(
      'stringValue' in (fields.__type__ as Value)
        ? `Property ${property} contains an invalid nested entity.`
        : 'Field __type__ must be a string.',
    );
  }
  if (fields.value === undefined) throw invalidArgument("Vector map is missing key 'value'.");
  if (!('arrayValue' in fields.value)) throw invalidArgument('Vector value type must be an array.');
  if (Object.keys(fields).length > 2) throw invalidArgument('Vector value map has extraneous entries.');
  const elements = vectorElements(value);
  if (elements.length === 0) throw invalidArgument('Cannot have a zero length vector.');
  if (elements.length > MAX_DIMENSIONS) throw invalidArgument(`Vectors must be at most ${MAX_DIMENSIONS} dimensions.`);
  if (!elements.every((element) => 'doubleValue' in element))
    throw invalidArgument("Vector must only contain values of type 'double'");
  if (elements.some(isNaNValue)) throw invalidArgument('Vector cannot contain NaN values.');
}

function checkLengths(name: string, value: Value): void {
  if (bytesOf(name) > MAX_NAME_BYTES)
    throw invalidArgument(`The property.name is longer than ${MAX_NAME_BYTES} bytes.`);
  if (isTooLong(value)) throw tooLong(name);
  if ('arrayValue' in value) {
    if (elementsOf(value).some(isTooLong)) throw tooLong('array');
    if (!elementsOf(value).every((element) => fitsNested(element, 'array', 2))) throw invalidNested('array');
  } else if ('mapValue' in value && !fitsNested(value, name, 1)) throw invalidNested(name);
}

const tooLong = (name: string) =>
  invalidArgument(`The value of property "${name}" is longer than ${MAX_VALUE_BYTES} bytes.`);
const invalidNested = (name: string) => invalidArgument(`Property ${name} contains an invalid nested entity.`);

function isTooLong(value: Value): boolean {
  if ('stringValue' in value)
    return value.stringValue.length > MAX_VALUE_BYTES / 4 && bytesOf(value.stringValue) > MAX_VALUE_BYTES;
  return 'bytesValue' in value && base64Bytes(value.bytesValue) > MAX_VALUE_BYTES;
}

/** Returns whether a value fits at this depth of maps and arrays below the document. */
function fitsNested(value: Value, path: string, depth: number): boolean {
  if (isTooLong(value)) return false;
  if ('arrayValue' in value)
    return depth <= MAX_DEPTH && elementsOf(value).every((element) => fitsNested(element, path, depth + 1));
  if (!('mapValue' in value) || isVector(value)) return true;
  return (
    depth <= MAX_DEPTH &&
    Object.entries(value.mapValue.fields ?? {}).every(([name, nested]) => {
      const nestedPath = `${path}.${name}`;
      return (
        (nestedPath.length <= MAX_NAME_BYTES / 4 || bytesOf(nestedPath) <= MAX_NAME_BYTES) &&
        fitsNested(nested, nestedPath, depth + 1)
      );
    })
  );
}

/** Rejects a document over 1 MiB, counted by Firestore's storage size rules. */
export function checkDocumentSize(name: string, path: string, fields: Fields): void {
  const size = nameSize(path) + fieldsSize(fields) + 32;
  if (size > MAX_DOCUMENT_BYTES) {
    throw invalidArgument(
      `Document '${name}' cannot be written because its size (${size.toLocaleString('en-US')} bytes) exceeds the maximum allowed size of ${MAX_DOCUMENT_BYTES.toLocaleString('en-US')} bytes.`,
    );
  }
}

const base64Bytes = (text: string) =>
  Math.floor((text.length * 3) / 4) - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
const nameSize = (path: string) => path.split('/').reduce((size, segment) => size + bytesOf(segment) + 1, 16);
const fieldsSize = (fields: Fields): number =>
  Object.entries(fields).reduce((size, [name, value]) => size + bytesOf(name) + 1 + valueSize(value), 0);

function valueSize(value: Value): number {
  if ('stringValue' in value) return bytesOf(value.stringValue) + 1;
  if ('bytesValue' in value) return base64Bytes(value.bytesValue);
  if ('referenceValue' in value)
    return nameSize(value.referenceValue.slice(value.referenceValue.indexOf('/documents/') + '/documents/'.length));
  if ('arrayValue' in value) return elementsOf(value).reduce((size, element) => size + valueSize(element), 0);
  if ('mapValue' in value) return fieldsSize(value.mapValue.fields ?? {});
  if ('geoPointValue' in value) return 16;
  return 'nullValue' in value || 'booleanValue' in value ? 1 : 8;
}
