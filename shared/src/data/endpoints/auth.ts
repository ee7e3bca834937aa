// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const signIn = /*#__PURE__*/ reference<Contract['signIn']>({ name: 'signIn', method: 'POST', path: '/auth/signin', invalidates: ['All'], idempotencyKey: true });
export const signInPartnerSchool = /*#__PURE__*/ reference<Contract['signInPartnerSchool']>({ name: 'signInPartnerSchool', method: 'POST', path: '/auth/signin/partner-school', invalidates: ['All'], idempotencyKey: true });
export const signUp = /*#__PURE__*/ reference<Contract['signUp']>({ name: 'signUp', method: 'POST', path: '/auth/signup', invalidates: ['All'], maxRetries: 0 });
export const signInAnonymous = /*#__PURE__*/ reference<Contract['signInAnonymous']>({ name: 'signInAnonymous', method: 'POST', path: '/user/signin/anonymous', maxRetries: 0 });
export const refreshToken = /*#__PURE__*/ reference<Contract['refreshToken']>({ name: 'refreshToken', method: 'POST', path: '/auth/token', idempotencyKey: true });
export const signOut = /*#__PURE__*/ reference<Contract['signOut']>({ name: 'signOut', method: 'DELETE', path: '/me/sign_out', invalidates: ['All'] });
