// @ts-check
/*
 * Prints the text of the PDF on standard input as JSON: an array with one string per page. Runs as a separate process
 * because the reader is an ES module.
 */
import { buffer } from 'node:stream/consumers';

// The reader requires this class for rendering, which text extraction does not use.
Object.assign(globalThis, { DOMMatrix: class {} });
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

const data = new Uint8Array(await buffer(process.stdin));
const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
/** @type {string[]} */
const pages = [];
for (let number = 1; number <= document.numPages; number += 1) {
  const { items } = await (await document.getPage(number)).getTextContent();
  pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
}
process.stdout.write(JSON.stringify(pages));
