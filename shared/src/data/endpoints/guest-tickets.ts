// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getGuestTicket = /*#__PURE__*/ reference<Contract['getGuestTicket']>({ name: 'getGuestTicket', method: 'GET', path: '/guest_tickets/{token}' });
export const cancelGuestTicket = /*#__PURE__*/ reference<Contract['cancelGuestTicket']>({ name: 'cancelGuestTicket', method: 'DELETE', path: '/guest_tickets/{token}', invalidates: ['Event'], idempotencyKey: true });
export const claimGuestTicket = /*#__PURE__*/ reference<Contract['claimGuestTicket']>({ name: 'claimGuestTicket', method: 'POST', path: '/guest_tickets/{token}/claim', invalidates: ['Event'], idempotencyKey: true });
export const enterByGuestTicket = /*#__PURE__*/ reference<Contract['enterByGuestTicket']>({ name: 'enterByGuestTicket', method: 'POST', path: '/guest_ticket_entries', invalidates: ['Classroom'] });
export const issueGuestReceipt = /*#__PURE__*/ reference<Contract['issueGuestReceipt']>({ name: 'issueGuestReceipt', method: 'POST', path: '/guest_tickets/{token}/receipt', idempotencyKey: true });
