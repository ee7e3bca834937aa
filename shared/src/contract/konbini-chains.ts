/** The convenience stores at which a ticket can be paid, by the provider's name. */
export const konbiniChains = {
  lawson: 'ローソン',
  familymart: 'ファミリーマート',
  ministop: 'ミニストップ',
  seicomart: 'セイコーマート',
} as const;
