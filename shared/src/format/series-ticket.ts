/** Why a date of a series cannot be bought now, in a word. */
export const seriesTicketStates = {
  taken: '申込済み',
  applying: '手続き中',
  sold_out: '満席',
  not_open: '販売前',
  ended: '販売終了',
} as const;
