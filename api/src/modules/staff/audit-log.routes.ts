import { listAuditLog } from '@manabiba/shared/contract/staff-audit';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { AuditLogService } from './audit-log.service';

export function auditLogRoutes(app: FastifyInstance, auditLog: AuditLogService): void {
  route(app, listAuditLog, ({ query }) => auditLog.list(query));
}
