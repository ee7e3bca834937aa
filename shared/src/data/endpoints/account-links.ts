// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const requestPasswordReset = /*#__PURE__*/ reference<Contract['requestPasswordReset']>({ name: 'requestPasswordReset', method: 'POST', path: '/auth/reset-password-link', idempotencyKey: true });
export const resetPassword = /*#__PURE__*/ reference<Contract['resetPassword']>({ name: 'resetPassword', method: 'POST', path: '/auth/reset-password', invalidates: ['Auth'], idempotencyKey: true });
export const getPasswordReset = /*#__PURE__*/ reference<Contract['getPasswordReset']>({ name: 'getPasswordReset', method: 'GET', path: '/auth/reset-password-link/{token}', maxRetries: 0 });
export const verifyEmail = /*#__PURE__*/ reference<Contract['verifyEmail']>({ name: 'verifyEmail', method: 'POST', path: '/auth/verify-email', invalidates: ['Auth', 'User'], idempotencyKey: true });
export const resendEmailVerification = /*#__PURE__*/ reference<Contract['resendEmailVerification']>({ name: 'resendEmailVerification', method: 'POST', path: '/email_verification', idempotencyKey: true });
