import type { Receipt } from '@manabiba/shared/contract/receipts';

import { dayInJapan, timeInJapan } from '../../platform/moments';
import { A4, type PdfDocument, startPdf } from '../../platform/pdf/start-pdf';

/** Margins in points. */
const PAGE = { margin: 56 };
const WIDTH = A4.width - 2 * PAGE.margin;
const COLORS = { ink: '#1E2430', muted: '#566072', line: '#C9CFDA', sunken: '#F3F1EC' };
const SIZE = { title: 20, sum: 24, name: 14, text: 10, small: 8 };
const GAP = 18;
const ROW_HEIGHT = 24;
/** Background band of the total. */
const BAND = { height: 48, padding: 14 };

const METHODS = { card: 'カード', konbini: 'コンビニ払い', paypay: 'PayPay' } as const;
/** Card brands in their usual spelling, as on the screens. */
const CARD_BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};
const day = (iso: string) => dayInJapan(new Date(iso));
const moment = (iso: string) => `${day(iso)} ${timeInJapan(new Date(iso))}`;
const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;

/** Draws an issued receipt or credit note as a one-page PDF. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { pdf, finish } = await startPdf({ title: titleOf(receipt), author: receipt.issuer.name, ...PAGE });
  drawHead(pdf, receipt);
  drawSum(pdf, receipt);
  drawLines(pdf, receipt);
  drawTaxes(pdf, receipt);
  drawFoot(pdf, receipt);
  return finish();
}

/** Returns the document's title. Only one with the issuer's registration number is a qualified invoice. */
export function titleOf({ kind, issuer }: Pick<Receipt, 'kind' | 'issuer'>): string {
  const isQualified = issuer.registrationNo !== null;
  if (kind === 'receipt') return isQualified ? '領収書(適格請求書)' : '領収書';
  return isQualified ? '返金の明細(適格返還請求書)' : '返金の明細';
}

function drawHead(pdf: PdfDocument, receipt: Receipt): void {
  const top = pdf.y;
  pdf.font('bold').fontSize(SIZE.title).fillColor(COLORS.ink).text(titleOf(receipt), PAGE.margin, top);
  if ((receipt.version ?? 1) > 1) pdf.fontSize(SIZE.text).text('再発行');
  const facts = [
    `番号 ${receipt.number ?? ''}`,
    `発行日 ${receipt.issuedAt ? day(receipt.issuedAt) : ''}`,
    `取引日 ${day(receipt.transactedAt)}`,
    ...(receipt.originalNumber ? [`もとの領収書 ${receipt.originalNumber}`] : []),
  ];
  pdf.font('regular').fontSize(SIZE.text).fillColor(COLORS.muted);
  pdf.text(facts.join('\n'), PAGE.margin, top, { width: WIDTH, align: 'right' });
  pdf.moveDown(1.5);
}

function drawSum(pdf: PdfDocument, receipt: Receipt): void {
  pdf.font('bold').fontSize(SIZE.name).fillColor(COLORS.ink);
  pdf.text(`${receipt.addressee} 様`, PAGE.margin, pdf.y, { width: WIDTH });
  rule(pdf);
  const top = pdf.y + 4;
  const width = WIDTH - 2 * BAND.padding;
  pdf.rect(PAGE.margin, top, WIDTH, BAND.height).fill(COLORS.sunken);
  pdf.font('regular').fontSize(SIZE.text).fillColor(COLORS.muted);
  pdf.text(receipt.kind === 'receipt' ? '金額(税込)' : '返金額(税込)', PAGE.margin + BAND.padding, top + 18, { width });
  pdf.font('bold').fontSize(SIZE.sum).fillColor(COLORS.ink);
  pdf.text(yen(receipt.total), PAGE.margin + BAND.padding, top + 6, { width, align: 'right' });
  pdf.x = PAGE.margin;
  pdf.y = top + BAND.height + 14;
  pdf.font('regular').fontSize(SIZE.text);
  const closing = receipt.kind === 'receipt' ? '上記の金額を領収いたしました。' : '上記の金額を返金いたしました。';
  pdf.text(`但し、${receipt.subject}。\n${closing}`, { width: WIDTH }).moveDown();
}

function rule(pdf: PdfDocument): void {
  const y = pdf.y + 4;
  pdf
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.margin + WIDTH, y)
    .lineWidth(0.75)
    .strokeColor(COLORS.line)
    .stroke();
  pdf.y = y + 8;
}

/** Draws a table row. Widths are fractions of the page; the first column is left-aligned, the others right-aligned. */
function row(pdf: PdfDocument, cells: readonly string[], shares: readonly number[], font: 'regular' | 'bold'): void {
  const top = pdf.y;
  let left = PAGE.margin;
  pdf.font(font).fontSize(SIZE.text);
  let bottom = top;
  for (const [index, cell] of cells.entries()) {
    const width = (shares[index] ?? 0) * WIDTH;
    pdf.text(cell, left, top, { width, align: index === 0 ? 'left' : 'right' });
    bottom = Math.max(bottom, pdf.y);
    left += width;
  }
  pdf.x = PAGE.margin;
  pdf.y = Math.max(bottom, top + ROW_HEIGHT - 8);
  rule(pdf);
}

const LINE_SHARES = [0.44, 0.1, 0.18, 0.1, 0.18];
const TAX_SHARES = [0.4, 0.3, 0.3];

function drawLines(pdf: PdfDocument, { lines }: Receipt): void {
  pdf.fillColor(COLORS.ink);
  row(pdf, ['品目', '数量', '単価(税抜)', '税率', '金額(税抜)'], LINE_SHARES, 'bold');
  for (const { name, detail, quantity, unitPrice, taxRate, amount } of lines)
    row(
      pdf,
      [`${name}\n${detail}`, String(quantity), yen(unitPrice), `${taxRate}%`, yen(amount)],
      LINE_SHARES,
      'regular',
    );
  pdf.y += GAP;
}

function drawTaxes(pdf: PdfDocument, { taxes, total }: Receipt): void {
  row(pdf, ['税率', '対象額(税抜)', '消費税額'], TAX_SHARES, 'bold');
  for (const { taxRate, net, tax } of taxes)
    row(pdf, [`${taxRate}%対象${taxRate === 8 ? '(軽減税率)' : ''}`, yen(net), yen(tax)], TAX_SHARES, 'regular');
  row(pdf, ['合計(税込)', '', yen(total)], TAX_SHARES, 'bold');
  pdf.y += GAP;
}

function drawFoot(pdf: PdfDocument, receipt: Receipt): void {
  const { payment, issuer, version, digest } = receipt;
  const { method, cardBrand, cardLast4 } = payment;
  const card =
    cardBrand && cardLast4 ? `(${[CARD_BRANDS[cardBrand], '末尾', cardLast4].filter(Boolean).join(' ')})` : '';
  pdf.font('regular').fontSize(SIZE.text).fillColor(COLORS.ink);
  pdf.text(`お支払い方法 ${METHODS[method]}${card}`, { width: WIDTH });
  pdf.text(`${receipt.kind === 'receipt' ? '決済日' : '返金日'} ${moment(receipt.transactedAt)}`);
  pdf.text('収入印紙 電子発行のため不要').moveDown();
  pdf.fillColor(COLORS.muted).fontSize(SIZE.small).text('発行者');
  pdf.fillColor(COLORS.ink).font('bold').fontSize(SIZE.name).text(issuer.name, { width: WIDTH });
  pdf.font('regular').fontSize(SIZE.text);
  pdf.text(
    issuer.registrationNo === null
      ? '発行者は適格請求書発行事業者の登録をしていません。'
      : `登録番号 ${issuer.registrationNo}`,
  );
  if (issuer.url !== null) pdf.text(issuer.url, { width: WIDTH });
  pdf.moveDown().fillColor(COLORS.muted).fontSize(SIZE.small);
  pdf.text(
    `発行したときの内容です。発行者の情報があとで変わっても、変わりません。まなびばは、発行者に代わって交付しています。\n記録 ${(digest ?? '').replace(/(.{4})(?=.)/g, '$1 ')}、第${version ?? 1}版`,
    { width: WIDTH },
  );
}
