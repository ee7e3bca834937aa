/** A cell: text, or a number that a spreadsheet may calculate with. */
export type CsvCell = string | number;

/** Without it Excel reads UTF-8 as Shift_JIS. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet takes text that begins like this for a formula and runs it; Japanese Excel reads the full-width signs, too. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;

/** RFC 4180, 2.6: these would end a cell or a row. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A CSV file (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, rows end in CRLF.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe before it, which makes it text.
 */
export function csvFile(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
