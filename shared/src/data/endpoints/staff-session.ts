// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getStaffSession = /*#__PURE__*/ reference<Contract['getStaffSession']>({ name: 'getStaffSession', method: 'GET', path: '/staff/session', tags: ['Staff'] });
export const unlockStaffSession = /*#__PURE__*/ reference<Contract['unlockStaffSession']>({ name: 'unlockStaffSession', method: 'POST', path: '/staff/session/unlock', invalidates: ['Staff'] });
export const enrolSecondFactor = /*#__PURE__*/ reference<Contract['enrolSecondFactor']>({ name: 'enrolSecondFactor', method: 'POST', path: '/staff/second_factor' });
export const confirmSecondFactor = /*#__PURE__*/ reference<Contract['confirmSecondFactor']>({ name: 'confirmSecondFactor', method: 'POST', path: '/staff/second_factor/confirmation', idempotencyKey: true });
export const renewRecoveryCodes = /*#__PURE__*/ reference<Contract['renewRecoveryCodes']>({ name: 'renewRecoveryCodes', method: 'POST', path: '/staff/second_factor/recovery_codes', idempotencyKey: true });
