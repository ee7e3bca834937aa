import { SUSPENDED } from '@manabiba/shared/contract/error-sentences';
import type { SignedInMe } from '@manabiba/shared/contract/users';

export interface IdentityStatus {
  tone: 'plain' | 'ok' | 'warn' | 'live';
  /** The state in one or two words. */
  word: string;
  /** What the state means for this user. */
  sentence: string;
  /** The next step when it is not submitting documents. */
  next?: string;
}

/**
 * Returns texts for the state of identity verification.
 *
 * Adults need no documents and pupils are verified by their school, so `active` reads differently for them.
 */
export function identityStatus(
  me: Pick<SignedInMe, 'state' | 'isStudentAge' | 'isProfessional' | 'isPartnerSchoolStudent'>,
): IdentityStatus {
  switch (me.state) {
    case 'email_unverified':
      if (!me.isStudentAge && !me.isProfessional)
        return {
          tone: 'ok',
          word: '手続き不要',
          sentence: '本人確認書類の提出は必要ありません。メールアドレスの確認のみお願いいたします。',
        };
      return {
        tone: 'plain',
        word: '未確認',
        sentence: 'メールアドレスの確認が済むと、本人確認に進みます。',
        next: '届いている確認メールのリンクを開いてください。',
      };
    case 'documents_required':
      return {
        tone: 'warn',
        word: '書類が必要です',
        sentence: me.isProfessional
          ? '本人確認書類のご提出をお願いいたします。確認が済むと、プロフェッショナルの一覧に掲載されます。'
          : '本人確認書類のご提出をお願いいたします。ご提出前でも、教室への参加や予約はご利用いただけます。',
      };
    case 'under_review':
      return {
        tone: 'plain',
        word: '確認中',
        sentence: `ご提出いただいた書類を確認しています。${me.isProfessional ? '確認が済むと、プロフェッショナルの一覧に掲載されます。' : '確認中も、すべての機能をご利用いただけます。'}結果はメールでお知らせします。`,
      };
    case 'need_resubmit':
      return {
        tone: 'warn',
        word: '再提出をお待ちしています',
        sentence: 'ご提出後は、すべての機能をご利用いただけます。',
      };
    case 'suspended':
      return { tone: 'live', word: 'ご利用停止中', sentence: SUSPENDED };
    case 'withdrawn':
      return { tone: 'plain', word: '退会済み', sentence: 'このアカウントは退会の手続きが済んでいます。' };
    case 'active':
      if (me.isPartnerSchoolStudent)
        return {
          tone: 'ok',
          word: '確認済み',
          sentence: '在籍している学校が確認しています。書類の提出は必要ありません。',
        };
      if (me.isStudentAge || me.isProfessional)
        return { tone: 'ok', word: '確認済み', sentence: '本人確認は完了しています。' };
      return { tone: 'ok', word: '手続き不要', sentence: '現在、提出が必要な書類はありません。' };
  }
}

/** Whether the user has to submit documents. */
export const owesDocuments = ({ state }: Pick<SignedInMe, 'state'>) =>
  state === 'documents_required' || state === 'need_resubmit';

/** Returns the accepted kinds of documents. */
export function documentKinds({ isStudentAge }: Pick<SignedInMe, 'isStudentAge'>): string {
  return isStudentAge
    ? '学生証、運転免許証、マイナンバーカード(表面)のいずれか。'
    : '運転免許証、マイナンバーカード(表面)、パスポートのいずれか。';
}
