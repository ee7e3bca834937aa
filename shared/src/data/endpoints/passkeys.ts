// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listPasskeys = /*#__PURE__*/ reference<Contract['listPasskeys']>({ name: 'listPasskeys', method: 'GET', path: '/me/passkeys', tags: ['Auth'] });
export const createPasskeyChallenge = /*#__PURE__*/ reference<Contract['createPasskeyChallenge']>({ name: 'createPasskeyChallenge', method: 'POST', path: '/me/passkeys/challenge', maxRetries: 0 });
export const createPasskey = /*#__PURE__*/ reference<Contract['createPasskey']>({ name: 'createPasskey', method: 'POST', path: '/me/passkeys', invalidates: ['Auth'], idempotencyKey: true });
export const renamePasskey = /*#__PURE__*/ reference<Contract['renamePasskey']>({ name: 'renamePasskey', method: 'PATCH', path: '/me/passkeys/{id}', invalidates: ['Auth'] });
export const deletePasskey = /*#__PURE__*/ reference<Contract['deletePasskey']>({ name: 'deletePasskey', method: 'DELETE', path: '/me/passkeys/{id}', invalidates: ['Auth'] });
export const createPasskeySignInChallenge = /*#__PURE__*/ reference<Contract['createPasskeySignInChallenge']>({ name: 'createPasskeySignInChallenge', method: 'POST', path: '/auth/signin/passkey/challenge', maxRetries: 0 });
export const signInWithPasskey = /*#__PURE__*/ reference<Contract['signInWithPasskey']>({ name: 'signInWithPasskey', method: 'POST', path: '/auth/signin/passkey', invalidates: ['All'], idempotencyKey: true });
