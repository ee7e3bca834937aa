import { A4, type PdfDocument, startPdf } from '../../platform/pdf/start-pdf';

/** Two slips in a row, five rows to a page, in points. Slips touch, so that one cut separates two. */
const MARGIN = 28;
const COLUMNS = 2;
const ROWS = 5;
const SLIP = { width: (A4.width - 2 * MARGIN) / COLUMNS, height: (A4.height - 2 * MARGIN) / ROWS, padding: 16 };
const COLORS = { ink: '#1E2430', muted: '#566072', line: '#C9CFDA' };
const SIZE = { code: 20, name: 12, text: 9 };

export interface SchoolCodeSheet {
  schoolName: string;
  schoolCode: string;
  /** Whom the codes are for, such as a class. */
  label: string;
  codes: readonly string[];
  /** Where pupils sign up. */
  signInUrl: string;
}

/** Draws one-time codes as slips to cut apart, each with what a pupil needs to sign up. */
export async function drawSchoolCodes(sheet: SchoolCodeSheet): Promise<Buffer> {
  const title = ['登録コード', sheet.schoolName, sheet.label].filter(Boolean).join(' ');
  const { pdf, finish } = await startPdf({ title, author: 'まなびば', margin: MARGIN });
  for (const [index, code] of sheet.codes.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (index > 0 && place === 0) pdf.addPage();
    const left = MARGIN + (place % COLUMNS) * SLIP.width;
    const top = MARGIN + Math.floor(place / COLUMNS) * SLIP.height;
    drawSlip(pdf, { left, top }, code, sheet);
  }
  return finish();
}

function drawSlip(
  pdf: PdfDocument,
  { left, top }: { left: number; top: number },
  code: string,
  { schoolName, schoolCode, label, signInUrl }: SchoolCodeSheet,
): void {
  pdf
    .rect(left, top, SLIP.width, SLIP.height)
    .dash(3, { space: 3 })
    .lineWidth(0.5)
    .strokeColor(COLORS.line)
    .stroke()
    .undash();
  const at = left + SLIP.padding;
  // One line each: a slip must not grow into the one below it.
  const line = { width: SLIP.width - 2 * SLIP.padding, lineBreak: false, ellipsis: true, height: 16 };
  const heading = [schoolName, label].filter(Boolean).join(' ');
  pdf
    .font('bold')
    .fontSize(SIZE.name)
    .fillColor(COLORS.ink)
    .text(heading, at, top + SLIP.padding, line);
  pdf
    .font('regular')
    .fontSize(SIZE.text)
    .fillColor(COLORS.muted)
    .text('登録コード(1回だけ使えます)', at, top + 44, line);
  pdf
    .font('bold')
    .fontSize(SIZE.code)
    .fillColor(COLORS.ink)
    .text(code, at, top + 56, { ...line, height: 26 });
  pdf.font('regular').fontSize(SIZE.text).fillColor(COLORS.muted);
  pdf.text(`学校コード ${schoolCode}`, at, top + 94, line);
  pdf.text(`${signInUrl} を開き、「新規登録」から「学校コード」を選びます。`, at, top + 110, {
    width: line.width,
    height: 28,
    ellipsis: true,
  });
}
