import { type FieldPath, parseFieldPath } from '../paths/field-path';
import { parseDocumentName } from '../paths/resource-name';
import { invalidArgument } from '../status';
import { checkFields } from '../values/document-limits';
import { isRecord, parseFields, parseValue } from '../values/parse-value';
import { parseMicros } from '../values/timestamps';
import { type Fields, isNumber, type Value } from '../values/value';

export type Transform = { readonly path: FieldPath } & (
  | { readonly kind: 'requestTime' }
  | { readonly kind: 'increment' | 'maximum' | 'minimum'; readonly operand: Value }
  | { readonly kind: 'union' | 'remove'; readonly operands: readonly Value[] }
);

/** A precondition on the stored document. */
export interface Precondition {
  readonly exists?: boolean;
  readonly updateVersion?: number;
}

/** A write that has passed every check that does not need stored data. */
export interface Write {
  readonly kind: 'update' | 'delete' | 'transform' | 'verify';
  readonly path: string;
  readonly name: string;
  readonly precondition: Precondition;
  readonly fields: Fields;
  /** The fields to change; when absent, the whole document is replaced. */
  readonly mask?: readonly FieldPath[];
  readonly transforms: readonly Transform[];
}

const MAX_TRANSFORMS = 500;
const SERVER_VALUES: readonly unknown[] = ['REQUEST_TIME', 1];

/**
 * Parses the writes of a request. Throws INVALID_ARGUMENT for anything Firestore rejects without looking at stored
 * data.
 */
export function parseWrites(database: string, input: unknown): Write[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalidArgument("Invalid value at 'writes'.");
  const writes = input.map((write: unknown) => parseWrite(database, write));
  checkVerifies(writes);
  return writes;
}

function parseWrite(database: string, input: unknown): Write {
  if (!isRecord(input)) throw invalidArgument("Invalid value at 'writes'.");
  const { update, delete: deleted, transform, verify, updateMask, updateTransforms } = input;
  const base = (name: unknown) => {
    const { database: named, path } = parseDocumentName(name);
    if (named !== database) throw invalidArgument(`Document "${String(name)}" is not in database "${database}".`);
    return {
      path,
      name: String(name),
      precondition: parsePrecondition(input.currentDocument),
      fields: {},
      transforms: [],
    };
  };
  if (isRecord(update)) {
    const fields = parseFields(update.fields);
    checkFields(fields);
    const mask = isRecord(updateMask) ? parsePaths(updateMask.fieldPaths) : undefined;
    return {
      ...base(update.name),
      kind: 'update',
      fields,
      transforms: parseTransforms(updateTransforms),
      ...(mask && { mask }),
    };
  }
  if (typeof deleted === 'string') return { ...base(deleted), kind: 'delete' };
  if (isRecord(transform))
    return { ...base(transform.document), kind: 'transform', transforms: parseTransforms(transform.fieldTransforms) };
  if (typeof verify === 'string') {
    const write: Write = { ...base(verify), kind: 'verify' };
    if (write.precondition.exists === undefined && write.precondition.updateVersion === undefined)
      throw invalidArgument('a verify must contain a precondition');
    if (updateMask !== undefined) throw invalidArgument('a verify must not specify a document mask.');
    return write;
  }
  throw invalidArgument('Write has no operation.');
}

/** Parses a write's precondition. */
export function parsePrecondition(input: unknown): Precondition {
  if (!isRecord(input)) return {};
  if (typeof input.exists === 'boolean') return { exists: input.exists };
  return input.updateTime === undefined || input.updateTime === null
    ? {}
    : { updateVersion: Number(parseMicros(input.updateTime)) };
}

/** Parses the paths of an update mask. */
export function parsePaths(input: unknown): FieldPath[] {
  if (input === undefined || input === null) return [];
  // Protocol buffers serialize masks as one comma-separated string. Field names may be quoted, so only plain ones are
  // split.
  if (!Array.isArray(input)) throw invalidArgument("Invalid value at 'update_mask.field_paths'.");
  return input.map(parseFieldPath);
}

function parseTransforms(input: unknown): Transform[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalidArgument("Invalid value at 'update_transforms'.");
  if (input.length > MAX_TRANSFORMS)
    throw invalidArgument(`Cannot apply more than ${MAX_TRANSFORMS} transforms to a single document.`);
  return input.map(parseTransform);
}

function parseTransform(input: unknown): Transform {
  if (!isRecord(input)) throw invalidArgument("Invalid value at 'update_transforms'.");
  const path = parseFieldPath(input.fieldPath);
  if (path.some((name) => /^__.*__$/.test(name))) throw invalidArgument(`field name ${path.join('.')} is reserved`);
  if (input.setToServerValue !== undefined) {
    if (!SERVER_VALUES.includes(input.setToServerValue)) throw invalidArgument('Unsupported server value.');
    return { path, kind: 'requestTime' };
  }
  for (const kind of ['increment', 'maximum', 'minimum'] as const) {
    if (input[kind] === undefined) continue;
    const operand = parseValue(input[kind]);
    if (!isNumber(operand)) throw invalidArgument('Input must be int64 or double.');
    return { path, kind, operand };
  }
  for (const [key, kind] of [
    ['appendMissingElements', 'union'],
    ['removeAllFromArray', 'remove'],
  ] as const) {
    const operands = input[key];
    if (!isRecord(operands)) continue;
    const parsed = parseValue({ arrayValue: operands });
    return { path, kind, operands: ('arrayValue' in parsed ? parsed.arrayValue.values : undefined) ?? [] };
  }
  throw invalidArgument('A field transform needs a transform type.');
}

/** Rejects documents that are verified more than once in a commit or both verified and written. */
function checkVerifies(writes: readonly Write[]): void {
  const seen = new Map<string, boolean>();
  for (const { path, kind } of writes) {
    const isVerify = kind === 'verify';
    const before = seen.get(path);
    if (before !== undefined && (before || isVerify)) {
      const conflict =
        before && isVerify
          ? 'verified more than once'
          : before
            ? 'verified and then written'
            : 'written and then verified';
      throw invalidArgument(`the same document cannot be ${conflict} in a single request`);
    }
    seen.set(path, isVerify);
  }
}
