import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** How a person finds something on a page: by its role and name, the label of a field, or the words that stand there. */
export interface ElementQuery {
  by: 'Role' | 'LabelText' | 'Text';
  /** The role, the label or the words. A string must fit as a whole. */
  what: string | RegExp;
  /** The accessible name, for a role. */
  name?: string | RegExp;
  /** Looks only there. */
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

/** What a page must have run before a query's expression makes sense there. */
export const querySource = readFileSync(library, 'utf8');
export const hasQuerySource = 'typeof TestingLibraryDom === "object"';

/** An expression that yields the elements in a page that can be seen and fit the query. */
export function expressionOf({ by, what, name, within }: ElementQuery): string {
  const root = within ? `${expressionOf(within)}[0]` : 'document.body';
  const options = name === undefined ? '{}' : `{ name: ${sourceOf(name)} }`;
  return `((root) => !root ? [] : TestingLibraryDom.queryAllBy${by}(root, ${sourceOf(what)}, ${options})
    .filter((element) => element.getClientRects().length > 0 || getComputedStyle(element).display === 'contents'))(${root})`;
}

const sourceOf = (text: string | RegExp) => (typeof text === 'string' ? JSON.stringify(text) : text.toString());
