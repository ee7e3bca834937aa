// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getReceipt = /*#__PURE__*/ reference<Contract['getReceipt']>({ name: 'getReceipt', method: 'GET', path: '/me/receipts/{id}', tags: ['Event'] });
export const issueReceipt = /*#__PURE__*/ reference<Contract['issueReceipt']>({ name: 'issueReceipt', method: 'POST', path: '/me/receipts/{id}', invalidates: ['Event'], idempotencyKey: true });
