// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listAuditLog = /*#__PURE__*/ reference<Contract['listAuditLog']>({ name: 'listAuditLog', method: 'GET', path: '/staff/audit_log', tags: ['Staff'] });
