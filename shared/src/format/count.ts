const grouped = new Intl.NumberFormat('ja-JP');

/** 1234 as 1,234. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** Returns the length as users perceive it: in code points, so that 𠮷 and a simple emoji count as one. */
export function countCharacters(text: string): number {
  return [...text].length;
}
