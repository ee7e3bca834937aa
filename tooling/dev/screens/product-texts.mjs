import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { inRoot } from '../../root.mjs';

/** The folders whose sources contain the texts on pages. */
const PARTS = ['shell', 'mf-account', 'mf-classrooms', 'mf-events', 'mf-notifications', 'shared'];
/** Shorter lines, such as numbers and units, are found anywhere. */
const MIN_LENGTH = 4;

const isShown = (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|[\\/])(testing|dev-ui)[\\/]/.test(file);

/** Returns the sources of everything that is shown, as one text. */
export async function readProductTexts() {
  const texts = await Promise.all(
    PARTS.map(async (part) => {
      const folder = inRoot(part, 'src');
      const files = (await readdir(folder, { recursive: true })).filter(isShown);
      return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    }),
  );
  return texts.flat().join('\n');
}

/**
 * Returns the lines that the product's own sources say word for word, in order, each once. The others are content, or
 * put together from parts.
 * @param {string} shown the text of a page
 * @param {string} sources
 */
export function ownLines(shown, sources) {
  const lines = shown.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter(
    (line) => line.length >= MIN_LENGTH && /\p{L}/u.test(line) && sources.includes(line),
  );
}
