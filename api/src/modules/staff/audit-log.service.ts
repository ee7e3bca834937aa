import type { listAuditLog } from '@manabiba/shared/contract/staff-audit';
import type * as z from 'zod/mini';

import type { AuditLogRepository } from './audit-log.repository';

export type AuditLogService = ReturnType<typeof createAuditLogService>;

/** The log of staff actions, for the staff. */
export function createAuditLogService({ log }: { log: AuditLogRepository }) {
  return {
    /** Returns a page of the log, newest first, and everybody who is in it. */
    async list({ cursor, limit, ...filter }: z.output<(typeof listAuditLog)['query']>) {
      const [rows, actors] = await Promise.all([
        log.list({ ...filter, before: cursor === undefined ? null : Number(cursor), limit: limit + 1 }),
        log.listActors(),
      ]);
      const shown = rows.slice(0, limit);
      return {
        items: shown.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          who: row.who,
          whoName: row.who_name,
          action: row.action,
          subjectId: row.subject_id,
          subjectName: row.subject_name,
          detail: row.detail,
          before: row.before,
          after: row.after,
        })),
        nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
        actors,
      };
    },
  };
}
