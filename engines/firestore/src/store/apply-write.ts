import { applyMask } from '../paths/field-path';
import { StatusError } from '../status';
import { sameFields } from '../values/compare';
import { checkDocumentSize, checkFields } from '../values/document-limits';
import type { Fields, Value } from '../values/value';
import { StoredDocument } from './document';
import { applyTransforms } from './transforms';
import type { Precondition, Write } from './write';

/** The result of one write. */
export interface WriteOutcome {
  /** The document after the write; the identical object when nothing changed. */
  readonly document: StoredDocument | undefined;
  /** The update time reported to the client; absent after a delete. */
  readonly updateVersion?: number;
  readonly transformResults: readonly Value[];
}

/**
 * Applies one write to the stored document at the version of its commit. Throws when a precondition or a limit is
 * violated.
 */
export function applyWrite(write: Write, existing: StoredDocument | undefined, version: number): WriteOutcome {
  checkPrecondition(write.precondition, existing, write.name);
  if (write.kind === 'delete') return { document: undefined, transformResults: [] };
  if (write.kind === 'verify')
    return { document: existing, updateVersion: existing?.updateVersion ?? version, transformResults: [] };
  const stored = existing?.fields ?? {};
  const updated =
    write.kind === 'transform' ? stored : write.mask ? applyMask(stored, write.fields, write.mask) : write.fields;
  const { fields, results } = applyTransforms(updated, write.transforms, version);
  if (write.transforms.length > 0 || write.mask) checkFields(fields);
  checkDocumentSize(write.name, write.path, fields);
  const document =
    existing && sameFields(existing.fields, fields) ? existing : newVersion(write.path, existing, fields, version);
  return { document, updateVersion: document.updateVersion, transformResults: results };
}

function newVersion(
  path: string,
  existing: StoredDocument | undefined,
  fields: Fields,
  version: number,
): StoredDocument {
  return new StoredDocument(path, fields, existing?.createVersion ?? version, version);
}

function checkPrecondition(
  { exists, updateVersion }: Precondition,
  existing: StoredDocument | undefined,
  name: string,
): void {
  if (exists === true && !existing) throw new StatusError('NOT_FOUND', `No document to update: ${name}`);
  if (exists === false && existing) throw new StatusError('ALREADY_EXISTS', `Document already exists: ${name}`);
  if (updateVersion === undefined) return;
  const stored = existing?.updateVersion ?? 0;
  if (stored !== updateVersion) {
    throw new StatusError(
      'FAILED_PRECONDITION',
      `the stored version (${stored}) does not match the required base version (${updateVersion})`,
    );
  }
}
