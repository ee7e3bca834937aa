import { AppError } from '../app-error';

/** Where the next page starts: the sort values of the last row. */
export type CursorValues = readonly (string | number)[];

/** Encodes the opaque cursor that a client sends to get the next page. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Decodes a cursor. Throws `invalid` on the field `cursor` for one that this api did not create.
 *
 * `shape` gives the type of each value; a `date` is an ISO string that PostgreSQL can parse.
 */
export function decodeCursor(text: string, shape: readonly ('string' | 'number' | 'date')[]): (string | number)[] {
  const values = parse(text);
  const fits =
    Array.isArray(values) &&
    values.length === shape.length &&
    values.every((value, index) => isOf(value, shape[index]));
  if (!fits) throw new AppError('invalid', { fields: { cursor: '続きの位置を読み取れません。' } });
  return values as (string | number)[];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function isOf(value: unknown, type: 'string' | 'number' | 'date' | undefined): boolean {
  if (type === 'number') return typeof value === 'number' && Number.isSafeInteger(value);
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed()) return false;
  return (
    type === 'string' ||
    (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(value) && !Number.isNaN(Date.parse(value)))
  );
}
