// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getSecondFactor = /*#__PURE__*/ reference<Contract['getSecondFactor']>({ name: 'getSecondFactor', method: 'GET', path: '/me/second_factor', tags: ['Auth'] });
export const enrolSecondFactor = /*#__PURE__*/ reference<Contract['enrolSecondFactor']>({ name: 'enrolSecondFactor', method: 'POST', path: '/me/second_factor', maxRetries: 0 });
export const confirmSecondFactor = /*#__PURE__*/ reference<Contract['confirmSecondFactor']>({ name: 'confirmSecondFactor', method: 'POST', path: '/me/second_factor/confirmation', invalidates: ['Auth'], idempotencyKey: true });
export const renewRecoveryCodes = /*#__PURE__*/ reference<Contract['renewRecoveryCodes']>({ name: 'renewRecoveryCodes', method: 'POST', path: '/me/second_factor/recovery_codes', invalidates: ['Auth'], idempotencyKey: true });
export const deleteSecondFactor = /*#__PURE__*/ reference<Contract['deleteSecondFactor']>({ name: 'deleteSecondFactor', method: 'DELETE', path: '/me/second_factor', invalidates: ['Auth'] });
