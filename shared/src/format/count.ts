const grouped = new Intl.NumberFormat('ja-JP');

/** 1234 as 1,234. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** How many characters a person sees being counted: code points, so that 𠮷 and a simple emoji are one. */
export function countCharacters(text: string): number {
  return [...text].length;
}
