// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listOrganizedParticipants = /*#__PURE__*/ reference<Contract['listOrganizedParticipants']>({ name: 'listOrganizedParticipants', method: 'GET', path: '/org/events/{id}/participants', tags: ['Event'] });
export const getEventSales = /*#__PURE__*/ reference<Contract['getEventSales']>({ name: 'getEventSales', method: 'GET', path: '/org/events/{id}/sales', tags: ['Event'] });
export const getOrganizerSales = /*#__PURE__*/ reference<Contract['getOrganizerSales']>({ name: 'getOrganizerSales', method: 'GET', path: '/org/sales', tags: ['Event'] });
export const refundOrganizedParticipant = /*#__PURE__*/ reference<Contract['refundOrganizedParticipant']>({ name: 'refundOrganizedParticipant', method: 'POST', path: '/org/events/{id}/participants/{participationId}/refund', invalidates: ['Event'], idempotencyKey: true });
