import { invalidArgument } from '../status';
import type { Fields, Value } from '../values/value';

/** The names on the way to a field, from the document inward. */
export type FieldPath = readonly string[];

const SIMPLE = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const SEGMENT = /(?:([a-zA-Z_][a-zA-Z_0-9]*)|`((?:[^`\\]|\\[^])+)`)(\.|$)/y;
const MAX_PATH_BYTES = 1500;

/** Parses `a.b.`c d``. Throws INVALID_ARGUMENT with Firestore's own sentence. */
export function parseFieldPath(text: unknown): FieldPath {
  if (typeof text !== 'string' || text === '') throw invalidArgument('Invalid empty property path string.');
  if (Buffer.byteLength(text) > MAX_PATH_BYTES * 2) throw invalidArgument(`property path is longer than ${MAX_PATH_BYTES} bytes.`);
  const path: string[] = [];
  SEGMENT.lastIndex = 0;
  let isComplete = false;
  while (!isComplete) {
    const match = SEGMENT.exec(text);
    if (!match) throw invalidPath(text);
    path.push(match[1] ?? (match[2] as string).replace(/\\([^])/g, '$1'));
    isComplete = match[3] === '';
  }
  if (SEGMENT.lastIndex !== text.length) throw invalidPath(text);
  return path;
}

const invalidPath = (text: string) => invalidArgument(
  `Invalid property path "${text}". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (\`(?:[^\`\\\\]|(?:\\\\.))+\`)`,
);

/** The path as text, with quotes only where they are needed. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((name) => (SIMPLE.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``)).join('.');
}

/** The value there, if every name on the way is that of a map. */
export function getField(fields: Fields, path: FieldPath): Value | undefined {
  let current: Fields = fields;
  for (const [index, name] of path.entries()) {
    const value = Object.hasOwn(current, name) ? current[name] : undefined;
    if (value === undefined || index === path.length - 1) return value;
    if (!('mapValue' in value)) return undefined;
    current = value.mapValue.fields ?? {};
  }
  return undefined;
}

/** Fields with this value there. What lies on the way and is no map becomes one. */
export function setField(fields: Fields, path: FieldPath, value: Value): Fields {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return withField(fields, name, value);
  const existing = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const inner = existing !== undefined && 'mapValue' in existing ? existing.mapValue.fields ?? {} : {};
  return withField(fields, name, { mapValue: { fields: setField(inner, rest, value) } });
}

/** Fields without the one there. Maps on the way stay, even when nothing is left in them. */
export function deleteField(fields: Fields, path: FieldPath): Fields {
  const [name, ...rest] = path as [string, ...string[]];
  const existing = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (existing === undefined) return fields;
  if (rest.length === 0) return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  if (!('mapValue' in existing)) return fields;
  return withField(fields, name, { mapValue: { fields: deleteField(existing.mapValue.fields ?? {}, rest) } });
}

function withField(fields: Fields, name: string, value: Value): Fields {
  // An own property even for a name like __proto__.
  return name === '__proto__' ? Object.fromEntries([...Object.entries(fields), [name, value]]) : { ...fields, [name]: value };
}

/** Only the fields that a mask names. */
export function projectFields(fields: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce<Fields>((projected, path) => {
    const value = getField(fields, path);
    return value === undefined ? projected : setField(projected, path, value);
  }, {});
}

/** An update by mask: each masked path takes its value from `input`, or goes when `input` has none. */
export function applyMask(existing: Fields, input: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce<Fields>((fields, path) => {
    const value = getField(input, path);
    return value === undefined ? deleteField(fields, path) : setField(fields, path, value);
  }, existing);
}
