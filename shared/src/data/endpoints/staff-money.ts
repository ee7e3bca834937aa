// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listPaidTickets = /*#__PURE__*/ reference<Contract['listPaidTickets']>({ name: 'listPaidTickets', method: 'GET', path: '/staff/payments', tags: ['Staff'] });
export const refundPayment = /*#__PURE__*/ reference<Contract['refundPayment']>({ name: 'refundPayment', method: 'POST', path: '/staff/payments/{id}/refund', invalidates: ['Staff'], idempotencyKey: true });
export const checkLedger = /*#__PURE__*/ reference<Contract['checkLedger']>({ name: 'checkLedger', method: 'POST', path: '/staff/ledger_checks', maxRetries: 0 });
export const getStaffSeatProof = /*#__PURE__*/ reference<Contract['getStaffSeatProof']>({ name: 'getStaffSeatProof', method: 'GET', path: '/staff/seat_proof', tags: ['Staff'] });
export const checkSeats = /*#__PURE__*/ reference<Contract['checkSeats']>({ name: 'checkSeats', method: 'POST', path: '/staff/seat_checks', invalidates: ['Staff'] });
export const listStaffPayouts = /*#__PURE__*/ reference<Contract['listStaffPayouts']>({ name: 'listStaffPayouts', method: 'GET', path: '/staff/payouts', tags: ['Staff'] });
