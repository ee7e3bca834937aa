// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getGuestTicket = /*#__PURE__*/ reference<Contract['getGuestTicket']>({ name: 'getGuestTicket', method: 'GET', path: '/guest_tickets/{token}' });
export const cancelGuestTicket = /*#__PURE__*/ reference<Contract['cancelGuestTicket']>({ name: 'cancelGuestTicket', method: 'DELETE', path: '/guest_tickets/{token}', invalidates: ['Event'], idempotencyKey: true });
export const claimGuestTicket = /*#__PURE__*/ reference<Contract['claimGuestTicket']>({ name: 'claimGuestTicket', method: 'POST', path: '/guest_tickets/{token}/claim', invalidates: ['Event'], idempotencyKey: true });
