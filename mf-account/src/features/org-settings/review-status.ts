import type { SignedInMe } from '@manabiba/shared/contract/users';

export interface ReviewStatus {
  tone: 'plain' | 'ok' | 'warn';
  word: string;
  sentence: string;
  /** Whether the user has to act. */
  isWaiting: boolean;
}

/**
 * Returns the verification status of a professional. Until verification they can do everything except receive payouts
 * and publish events.
 */
export function reviewStatus(state: SignedInMe['state'], verifiedAt: string | null): ReviewStatus {
  if (state === 'under_review') {
    return {
      tone: 'plain',
      word: '確認中',
      sentence: 'ご提出いただいた書類を確認しています。確認が終わると、プロフェッショナルの一覧に掲載されます。',
      isWaiting: false,
    };
  }
  if (state === 'need_resubmit') {
    return {
      tone: 'warn',
      word: '再提出をお待ちしています',
      sentence: '本人確認書類の再提出をお願いいたします。',
      isWaiting: true,
    };
  }
  if (state === 'email_unverified') {
    return {
      tone: 'warn',
      word: 'メールアドレス未確認',
      sentence: 'メールアドレスの確認が済むと、本人確認書類をご提出いただけます。',
      isWaiting: false,
    };
  }
  if (state === 'documents_required' || verifiedAt === null) {
    return {
      tone: 'warn',
      word: '書類が必要です',
      sentence: '本人確認が済むと、プロフェッショナルの一覧に掲載されます。教室はいまも開けます。',
      isWaiting: state === 'documents_required',
    };
  }
  return { tone: 'ok', word: '確認済み', sentence: '本人確認は完了しています。', isWaiting: false };
}
