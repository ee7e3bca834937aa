/** Reasons of a report in words, in the order of the form. */
export const reportReasons = [
  { value: 'abuse', label: 'いやがらせ・暴言' },
  { value: 'personal_info', label: '個人情報の書き込み' },
  { value: 'spam', label: '宣伝・迷惑行為' },
  { value: 'other', label: 'その他' },
] as const;
export type ReportReason = (typeof reportReasons)[number]['value'];
