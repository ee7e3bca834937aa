import { invalidArgument } from '../status';
import { numericId } from './document-order';

const MAX_ID_BYTES = 1500;
const MAX_NESTING = 100;
/** Limit of the whole path below the documents. Source: firebase.google.com/docs/firestore/quotas. */
const MAX_PATH_BYTES = 6144;
/** Ids of project and database plus the longest path. */
const MAX_NAME_CHARACTERS = 8192;
const INT64 = 2n ** 63n;

/** A parsed name: `projects/p/databases/d` and the path below its documents ('' is the root). */
export interface ResourceName {
  readonly database: string;
  readonly path: string;
}

type Shape = 'Document name' | 'Document parent name';

/** Parses the name of a document. Throws INVALID_ARGUMENT that points to the error. */
export const parseDocumentName = (name: unknown) => parseName(name, 'Document name');

/** Parses the name of a parent of collections: a document or the root. */
export const parseParentName = (name: unknown) => parseName(name, 'Document parent name');

function parseName(name: unknown, shape: Shape): ResourceName {
  if (typeof name !== 'string') throw invalidArgument(`${shape} must be set.`);
  if (name.length > MAX_NAME_CHARACTERS) throw invalidArgument(`${shape} is longer than ${MAX_PATH_BYTES} bytes.`);
  const parts = name.split('/');
  const fixed = ['projects', undefined, 'databases', undefined, 'documents'];
  const ids = ['', 'project', '', 'database', ''];
  for (const [index, expected] of fixed.entries()) {
    const part = parts[index];
    const at = indexOfPart(parts, index);
    if (part === undefined) throw lacks(shape, name, '/', at - 1);
    if (expected !== undefined && part !== expected) throw lacks(shape, name, expected, at);
    if (expected === undefined && part === '')
      throw invalidArgument(`${shape} "${name}" lacks a ${ids[index]} id at index ${at}.`);
  }
  const segments = parts.slice(fixed.length);
  checkSegments(name, shape, parts, segments);
  if (segments.length % 2 === 1 || (shape === 'Document name' && segments.length === 0))
    throw lacks(shape, name, '/', name.length);
  return { database: parts.slice(0, 4).join('/'), path: segments.join('/') };
}

function checkSegments(name: string, shape: Shape, parts: string[], segments: string[]): void {
  if (segments.length > MAX_NESTING * 2) throw invalidArgument(`${shape} is nested deeper than ${MAX_NESTING} levels.`);
  for (const [index, segment] of segments.entries()) {
    const at = indexOfPart(parts, index + 5);
    const isCollection = index % 2 === 0;
    if (segment === '') {
      const isLast = index === segments.length - 1;
      throw invalidArgument(
        isLast && index === 0
          ? `${shape} "${name}" is invalid: Omit trailing "/".`
          : isLast
            ? `${shape} "${name}" has invalid trailing "/".`
            : `${shape} "${name}" lacks a ${isCollection ? 'collection' : 'resource'} id at index ${at}.`,
      );
    }
    if (segment === '.' || segment === '..')
      throw invalidArgument(`${shape} "${name}" contains a resource id "${segment}" at index ${at}.`);
    if (isCollection) checkCollectionId(segment);
    else checkDocumentId(segment);
  }
  if (Buffer.byteLength(segments.join('/')) > MAX_PATH_BYTES)
    throw invalidArgument(`${shape} is longer than ${MAX_PATH_BYTES} bytes.`);
}

const indexOfPart = (parts: string[], index: number) =>
  parts.slice(0, index).reduce((length, part) => length + part.length + 1, 0);
const lacks = (shape: Shape, name: string, expected: string, at: number) =>
  invalidArgument(`${shape} "${name}" lacks "${expected}" at index ${at}.`);
const isReserved = (id: string) => id.length >= 4 && id.startsWith('__') && id.endsWith('__');

/** Rejects invalid collection ids. */
export function checkCollectionId(id: string): void {
  if (id.includes('/')) throw invalidArgument(`Collection id "${id}" is invalid because it contains "/".`);
  if (id === '.' || id === '..' || isReserved(id))
    throw invalidArgument(`Collection id "${id}" is invalid because it is reserved.`);
  if (Buffer.byteLength(id) > MAX_ID_BYTES)
    throw invalidArgument(`The key path element kind is longer than ${MAX_ID_BYTES} bytes.`);
}

/** Rejects invalid document ids. */
export function checkDocumentId(id: string): void {
  if (id.includes('/')) throw invalidArgument(`Resource id "${id}" is invalid because it contains "/".`);
  if (id === '.' || id === '..') throw invalidArgument(`Resource id "${id}" is invalid because it is reserved.`);
  if (Buffer.byteLength(id) > MAX_ID_BYTES)
    throw invalidArgument(`The key path element name is longer than ${MAX_ID_BYTES} bytes.`);
  if (!isReserved(id)) return;
  if (!id.startsWith('__id')) throw invalidArgument(`Resource id "${id}" is invalid because it is reserved.`);
  const number = numericId(id);
  if (number === undefined || number >= INT64 || number < -INT64) {
    throw invalidArgument(
      `A long document ID string must be formatted like '__id{LONG}__', where LONG is a 64-bit integer. Found: '${id}'.`,
    );
  }
  if (number === 0n) throw invalidArgument('Document ID of type long must be non-zero');
}

/** Returns the path of a document's collection. */
export const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Returns the last id of a path. */
export const lastIdOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
