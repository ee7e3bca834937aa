/** A cell: text, or a number that a spreadsheet can calculate with. */
export type CsvCell = string | number;

/** The byte order mark: without it Excel reads UTF-8 as Shift_JIS. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet runs text with these prefixes as a formula; Japanese Excel also recognizes the full-width signs. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;

/** RFC 4180, 2.6: characters that would end a cell or a row. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns a CSV file (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, CRLF row ends.
 *
 * Text that a spreadsheet would run as a formula is prefixed with an apostrophe, which makes it text.
 */
export function csvFile(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
