/** Parses an integer as users type it: full-width digits, separators and 円 are accepted. NaN when it is invalid. */
export function parseWholeNumber(text: string): number {
  const digits = text.normalize('NFKC').replace(/[,、\s円]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}
