import type { Certificate } from '@manabiba/shared/contract/series';
import { encode } from 'uqr';

import { dayInJapan } from '../../platform/moments';
import { A4, type PdfDocument, startPdf } from '../../platform/pdf/start-pdf';

/** Margins and sizes in points. */
const PAGE = { margin: 72 };
const WIDTH = A4.width - 2 * PAGE.margin;
const FRAME = 32;
const COLORS = { ink: '#1E2430', muted: '#566072', line: '#27459B' };
const SIZE = { title: 36, name: 26, series: 18, text: 12, small: 9 };
const TOP = 130;
const CODE = { size: 84, quietZone: 2 };

/** Draws a certificate as a one-page PDF. `checkUrl` is the page on which anybody can check it. */
export async function drawCertificate(certificate: Certificate, checkUrl: string): Promise<Buffer> {
  const { name, seriesTitle, hostName, doneCount, dateCount, completedAt, issuedAt } = certificate;
  const { pdf, finish } = await startPdf({ title: `修了証 ${seriesTitle}`, author: 'まなびば', ...PAGE });
  pdf
    .rect(FRAME, FRAME, A4.width - 2 * FRAME, A4.height - 2 * FRAME)
    .lineWidth(1.5)
    .strokeColor(COLORS.line)
    .stroke();
  const center = (text: string, gap: number) => {
    pdf.text(text, PAGE.margin, pdf.y, { width: WIDTH, align: 'center' });
    pdf.y += gap;
  };
  pdf.y = TOP;
  pdf.font('bold').fontSize(SIZE.title).fillColor(COLORS.ink);
  center('修了証', 56);
  pdf.fontSize(SIZE.name);
  center(`${name} 様`, 40);
  pdf.font('regular').fontSize(SIZE.text);
  center('あなたは、次の連続講座を修了しました。', 28);
  pdf.font('bold').fontSize(SIZE.series);
  center(`『${seriesTitle}』`, 16);
  pdf.font('regular').fontSize(SIZE.text);
  center(`全${dateCount}回のうち${doneCount}回を受講`, 8);
  center(`ホスト ${hostName}`, 8);
  center(`修了日 ${dayInJapan(new Date(completedAt))}`, 8);
  drawCheck(pdf, checkUrl, issuedAt);
  return finish();
}

/** The address and the code with which a reader checks that the paper is genuine, at the foot of the page. */
function drawCheck(pdf: PdfDocument, checkUrl: string, issuedAt: string): void {
  const top = A4.height - PAGE.margin - CODE.size;
  const { data, size } = encode(checkUrl, { ecc: 'M', border: CODE.quietZone });
  const unit = CODE.size / size;
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pdf.rect(PAGE.margin + x * unit, top + y * unit, unit, unit);
  pdf.fill(COLORS.ink);
  const left = PAGE.margin + CODE.size + 16;
  const width = WIDTH - CODE.size - 16;
  pdf.font('regular').fontSize(SIZE.small).fillColor(COLORS.muted);
  pdf.text(`発行日 ${dayInJapan(new Date(issuedAt))} まなびば`, left, top + 14, { width });
  pdf.text('この修了証が本物であることは、次のページで確かめられます。', left, pdf.y + 4, { width });
  pdf.text(checkUrl, left, pdf.y + 4, { width, link: checkUrl });
}
