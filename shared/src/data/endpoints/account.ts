// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const updateMe = /*#__PURE__*/ reference<Contract['updateMe']>({ name: 'updateMe', method: 'PATCH', path: '/me', invalidates: ['Auth', 'User'], idempotencyKey: true });
export const deleteMe = /*#__PURE__*/ reference<Contract['deleteMe']>({ name: 'deleteMe', method: 'DELETE', path: '/me', idempotencyKey: true });
export const restoreAccount = /*#__PURE__*/ reference<Contract['restoreAccount']>({ name: 'restoreAccount', method: 'POST', path: '/me/restore', invalidates: ['All'], maxRetries: 0 });
export const listSessions = /*#__PURE__*/ reference<Contract['listSessions']>({ name: 'listSessions', method: 'GET', path: '/me/sessions', tags: ['Auth'] });
export const revokeSession = /*#__PURE__*/ reference<Contract['revokeSession']>({ name: 'revokeSession', method: 'DELETE', path: '/me/sessions/{id}', invalidates: ['Auth'] });
export const createDataExport = /*#__PURE__*/ reference<Contract['createDataExport']>({ name: 'createDataExport', method: 'POST', path: '/me/data_export', maxRetries: 0 });
export const requestGuardianConsent = /*#__PURE__*/ reference<Contract['requestGuardianConsent']>({ name: 'requestGuardianConsent', method: 'POST', path: '/me/guardian', invalidates: ['Auth', 'User'], maxRetries: 0 });
export const getGuardianConsent = /*#__PURE__*/ reference<Contract['getGuardianConsent']>({ name: 'getGuardianConsent', method: 'GET', path: '/guardian_consents/{token}' });
export const giveGuardianConsent = /*#__PURE__*/ reference<Contract['giveGuardianConsent']>({ name: 'giveGuardianConsent', method: 'POST', path: '/guardian_consents/{token}', invalidates: ['Auth', 'User'], maxRetries: 0 });
export const withdrawGuardianConsent = /*#__PURE__*/ reference<Contract['withdrawGuardianConsent']>({ name: 'withdrawGuardianConsent', method: 'DELETE', path: '/guardian_consents/{token}', invalidates: ['Auth', 'User'], maxRetries: 0 });
