// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listReports = /*#__PURE__*/ reference<Contract['listReports']>({ name: 'listReports', method: 'GET', path: '/staff/reports', tags: ['Staff'] });
export const getReport = /*#__PURE__*/ reference<Contract['getReport']>({ name: 'getReport', method: 'GET', path: '/staff/reports/{id}' });
export const decideReport = /*#__PURE__*/ reference<Contract['decideReport']>({ name: 'decideReport', method: 'POST', path: '/staff/reports/{id}/decision', invalidates: ['Staff'], idempotencyKey: true });
