// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listDiscountCodes = /*#__PURE__*/ reference<Contract['listDiscountCodes']>({ name: 'listDiscountCodes', method: 'GET', path: '/org/events/{id}/discount_codes', tags: ['Event'] });
export const createDiscountCode = /*#__PURE__*/ reference<Contract['createDiscountCode']>({ name: 'createDiscountCode', method: 'POST', path: '/org/events/{id}/discount_codes', invalidates: ['Event'], idempotencyKey: true });
export const deleteDiscountCode = /*#__PURE__*/ reference<Contract['deleteDiscountCode']>({ name: 'deleteDiscountCode', method: 'DELETE', path: '/org/events/{id}/discount_codes/{discountCodeId}', invalidates: ['Event'] });
export const checkDiscountCode = /*#__PURE__*/ reference<Contract['checkDiscountCode']>({ name: 'checkDiscountCode', method: 'POST', path: '/events/{id}/discount_code_checks' });
