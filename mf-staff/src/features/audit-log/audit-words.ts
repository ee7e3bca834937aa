import type { AuditEntry } from '@manabiba/shared/contract/staff-audit';
import { calendarParts } from '@manabiba/shared/format/date-time';

import { wordOfState } from '../../core/account-states';
import { wordOfEventState } from '../../core/event-words';

/** Labels of subjects other than accounts and events: none, or a retired part of the product. */
const otherStates: Readonly<Record<string, string>> = { '': 'なし', retired: '提供終了' };
const wordOf = (state: string) => otherStates[state] ?? wordOfEventState(state) ?? wordOfState(state);

/** 確認中 → 有効; empty when nothing of the subject changed. */
export const changeOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
  before === null || after === null ? '' : `${wordOf(before)} → ${wordOf(after)}`;

/** The reason. For document views the detail is only an id, so it is hidden. */
export const reasonOf = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>) =>
  action === 'view-document' ? '本人確認' : detail;

/** 2026/11/21 18:58:14 in Japan: entries of a log are told apart by their seconds. */
export function logTime(at: string): string {
  const { year, month, day, hour, minute } = calendarParts(at, 'Asia/Tokyo');
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${year}/${pad(month)}/${pad(day)} ${pad(hour)}:${pad(minute)}:${at.slice(17, 19)}`;
}
