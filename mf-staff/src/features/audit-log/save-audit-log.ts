import type { AuditEntry } from '@manabiba/shared/contract/staff-audit';
import { listAuditLog } from '@manabiba/shared/data/endpoints';
import { type CsvCell, csvFile } from '@manabiba/shared/format/csv';
import { callEndpoint } from '@manabiba/shared/platform';
import { saveFile } from '@manabiba/shared/ui/save-file';

import { wordOfAction } from '../../core/action-words';
import { changeOf, logTime } from './audit-words';

export interface AuditFilter {
  who?: string;
  action?: string;
}

const PAGE_SIZE = 50;
const HEAD = ['番号', '時刻(日本時間)', 'だれが', '担当者の番号', 'なにを', '対象', '対象の番号', '理由', '変化'];

/** Saves every entry under the filter as a file for spreadsheets, newest first. */
export async function saveAuditLog(filter: AuditFilter): Promise<void> {
  const rows: CsvCell[][] = [HEAD];
  let cursor: string | undefined;
  do {
    const page = await callEndpoint(listAuditLog, {
      query: { ...filter, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
    });
    rows.push(...page.items.map(rowOf));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  saveFile('監査ログ.csv', csvFile(rows), 'text/csv');
}

const rowOf = (entry: AuditEntry): CsvCell[] => [
  entry.id,
  logTime(entry.at),
  entry.whoName ?? entry.who,
  entry.who,
  wordOfAction(entry.action),
  entry.subjectName ?? entry.subjectId,
  entry.subjectId,
  entry.detail,
  changeOf(entry),
];
