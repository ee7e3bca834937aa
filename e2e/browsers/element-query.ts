import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A query for an element as a user finds it: by role and name, the label of a field, or text. */
export interface ElementQuery {
  by: 'Role' | 'LabelText' | 'Text';
  /** The role, label or text. A string must match as a whole. */
  what: string | RegExp;
  /** Accessible name, for a role. */
  name?: string | RegExp;
  /** Limits the query to this element. */
  within?: ElementQuery;
}

export const byRole = (what: string, name?: string | RegExp, within?: ElementQuery): ElementQuery => ({
  by: 'Role',
  what,
  ...(name !== undefined && { name }),
  ...(within && { within }),
});
export const byLabel = (what: string | RegExp): ElementQuery => ({ by: 'LabelText', what });
export const byText = (what: string | RegExp, within?: ElementQuery): ElementQuery => ({
  by: 'Text',
  what,
  ...(within && { within }),
});

const library = join(
  createRequire(import.meta.url).resolve('@testing-library/dom'),
  '..',
  '@testing-library',
  'dom.umd.min.js',
);

/** Script that a page must run before a query's expression works. */
export const querySource = readFileSync(library, 'utf8');
export const hasQuerySource = 'typeof TestingLibraryDom === "object"';

/** Returns an expression for the visible elements of a page that match the query. */
export function expressionOf({ by, what, name, within }: ElementQuery): string {
  const root = within ? `${expressionOf(within)}[0]` : 'document.body';
  const options = name === undefined ? '{}' : `{ name: ${sourceOf(name)} }`;
  return `((root) => !root ? [] : TestingLibraryDom.queryAllBy${by}(root, ${sourceOf(what)}, ${options})
    .filter((element) => element.getClientRects().length > 0 || getComputedStyle(element).display === 'contents'))(${root})`;
}

const sourceOf = (text: string | RegExp) => (typeof text === 'string' ? JSON.stringify(text) : text.toString());
