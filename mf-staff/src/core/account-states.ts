const stateWords: Readonly<Record<string, string>> = {
  email_unverified: 'メール未確認',
  documents_required: '書類待ち',
  under_review: '確認中',
  need_resubmit: '再提出待ち',
  active: '有効',
  suspended: '停止中',
  withdrawn: '退会',
};

/** The state of an account in words. */
export const wordOfState = (state: string) => stateWords[state] ?? state;
