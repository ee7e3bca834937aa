import type { BadgeTone } from '@manabiba/shared/ui/badge';

const states: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  email_unverified: { word: 'メール未確認', tone: 'warn' },
  documents_required: { word: '書類待ち', tone: 'warn' },
  under_review: { word: '確認中', tone: 'warn' },
  need_resubmit: { word: '再提出待ち', tone: 'warn' },
  active: { word: '有効', tone: 'ok' },
  suspended: { word: '停止中', tone: 'live' },
  withdrawn: { word: '退会', tone: 'plain' },
};

/** The state of an account in words. */
export const wordOfState = (state: string) => states[state]?.word ?? state;
export const toneOfState = (state: string): BadgeTone => states[state]?.tone ?? 'plain';

const roles: Readonly<Record<string, string>> = { user: '', professional: 'プロフェッショナル', staff: 'スタッフ' };

/** The role of an account in words; empty for most. */
export const wordOfRole = (role: string) => roles[role] ?? role;
