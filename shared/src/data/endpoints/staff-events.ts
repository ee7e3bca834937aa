// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listStaffEvents = /*#__PURE__*/ reference<Contract['listStaffEvents']>({ name: 'listStaffEvents', method: 'GET', path: '/staff/events', tags: ['Staff'] });
export const getStaffEvent = /*#__PURE__*/ reference<Contract['getStaffEvent']>({ name: 'getStaffEvent', method: 'GET', path: '/staff/events/{id}', tags: ['Staff'] });
export const cancelStaffEvent = /*#__PURE__*/ reference<Contract['cancelStaffEvent']>({ name: 'cancelStaffEvent', method: 'POST', path: '/staff/events/{id}/cancellation', invalidates: ['Staff', 'Event'], idempotencyKey: true });
