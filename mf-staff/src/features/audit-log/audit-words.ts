import type { AuditEntry } from '@manabiba/shared/contract/staff-audit';
import { calendarParts } from '@manabiba/shared/format/date-time';

import { wordOfState } from '../../core/account-states';

/** Actions in words, in the order of the filter. */
export const actionWords: Readonly<Record<string, string>> = {
  'view-document': '書類を閲覧',
  approve: '書類を承認',
  return: '書類を差し戻し',
  'settle-report': '通報に対応',
  'dismiss-report': '通報を見送り',
  warn: '警告を送信',
  suspend: '利用を停止',
  reinstate: '停止を解除',
  'withdraw-consent': '保護者の同意を取り消し',
  refund: '返金',
  'void-invoice': '請求を取り消し',
  'plan-on': 'プランの販売を開始',
  'plan-off': 'プランの販売を終了',
  coupon: 'クーポンを作成',
  announce: 'お知らせを配信',
};

export const wordOfAction = (action: string) => actionWords[action] ?? action;

/** 確認中 → 有効; empty when nothing of the subject changed. */
export const changeOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
  before === null || after === null ? '' : `${wordOfState(before)} → ${wordOfState(after)}`;

/** Why it was done. The detail of a look at a document is the document, which tells a reader nothing. */
export const reasonOf = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>) =>
  action === 'view-document' ? '本人確認' : detail;

/** 2026/11/21 18:58:14 in Japan: entries of a log are told apart by their seconds. */
export function logTime(at: string): string {
  const { year, month, day, hour, minute } = calendarParts(at, 'Asia/Tokyo');
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${year}/${pad(month)}/${pad(day)} ${pad(hour)}:${pad(minute)}:${at.slice(17, 19)}`;
}
