import { invalidArgument } from '../status';
import type { Fields, Value } from '../values/value';

/** Field names on the path to a field, from the document inward. */
export type FieldPath = readonly string[];

const SIMPLE = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const SEGMENT = /(?:([a-zA-Z_][a-zA-Z_0-9]*)|`((?:[^`\\]|\\[^])+)`)(\.|$)/y;
const MAX_PATH_BYTES = 1500;

/** Parses `a.b.`c d``. Throws INVALID_ARGUMENT with Firestore's message. */
export function parseFieldPath(text: unknown): FieldPath {
  if (typeof text !== 'string' || text === '') throw invalidArgument('Invalid empty property path string.');
  if (Buffer.byteLength(text) > MAX_PATH_BYTES * 2)
    throw invalidArgument(`property path is longer than ${MAX_PATH_BYTES} bytes.`);
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

const invalidPath = (text: string) =>
  invalidArgument(
    `Invalid property path "${text}". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (\`(?:[^\`\\\\]|(?:\\\\.))+\`)`,
  );

/** Formats a path, with quotes only where needed. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((name) => (SIMPLE.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``)).join('.');
}

/** Returns the value at a path if all names before the last are maps. */
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

/** Returns the fields with this value set. Anything on the path that is not a map is replaced by one. */
export function setField(fields: Fields, path: FieldPath, value: Value): Fields {
  const draft = new Draft(fields);
  draft.set(path, value);
  return draft.fields;
}

/** Returns only the fields in a mask. */
export function projectFields(fields: Fields, mask: readonly FieldPath[]): Fields {
  const draft = new Draft({});
  for (const path of mask) {
    const value = getField(fields, path);
    if (value !== undefined) draft.set(path, value);
  }
  return draft.fields;
}

/** Applies an update by mask: each masked path takes its value from `input`, or is deleted when `input` has none. */
export function applyMask(existing: Fields, input: Fields, mask: readonly FieldPath[]): Fields {
  const draft = new Draft(existing);
  for (const path of mask) {
    const value = getField(input, path);
    if (value === undefined) draft.delete(path);
    else draft.set(path, value);
  }
  return draft.fields;
}

type OwnFields = Record<string, Value>;

/** A mutable copy of fields: each map on a path is copied once, however many of its fields change. */
class Draft {
  readonly fields: OwnFields;
  readonly #own = new WeakSet<Fields>();

  constructor(fields: Fields) {
    this.fields = this.#copy(fields);
  }

  /** Sets a value. Anything on the path that is not a map is replaced by one. */
  set(path: FieldPath, value: Value): void {
    let current = this.fields;
    for (const name of path.slice(0, -1)) current = this.#enter(current, name) ?? this.#put(current, name, {});
    setOwn(current, path.at(-1) as string, value);
  }

  /** Deletes a value. Maps on the path stay, even when empty. */
  delete(path: FieldPath): void {
    if (getField(this.fields, path) === undefined) return;
    let current = this.fields;
    for (const name of path.slice(0, -1)) current = this.#enter(current, name) as OwnFields;
    delete current[path.at(-1) as string];
  }

  /** Returns a map as a mutable copy; undefined for any other value. */
  #enter(fields: OwnFields, name: string): OwnFields | undefined {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined || !('mapValue' in value)) return undefined;
    const inner = value.mapValue.fields ?? {};
    return this.#own.has(inner) ? (inner as OwnFields) : this.#put(fields, name, inner);
  }

  #put(fields: OwnFields, name: string, inner: Fields): OwnFields {
    const copy = this.#copy(inner);
    setOwn(fields, name, { mapValue: { fields: copy } });
    return copy;
  }

  #copy(fields: Fields): OwnFields {
    const copy: OwnFields = { ...fields };
    this.#own.add(copy);
    return copy;
  }
}

/** Defines an own property even for a name like __proto__. */
function setOwn(fields: OwnFields, name: string, value: Value): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}
