// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const signUpProfessional = /*#__PURE__*/ reference<Contract['signUpProfessional']>({ name: 'signUpProfessional', method: 'POST', path: '/auth/signup/professional', invalidates: ['All'], maxRetries: 0 });
export const signUpPartnerSchool = /*#__PURE__*/ reference<Contract['signUpPartnerSchool']>({ name: 'signUpPartnerSchool', method: 'POST', path: '/auth/signup/partner-school', invalidates: ['All'], maxRetries: 0 });
export const signInWithProvider = /*#__PURE__*/ reference<Contract['signInWithProvider']>({ name: 'signInWithProvider', method: 'POST', path: '/user/signin', invalidates: ['All'], idempotencyKey: true });
export const signUpWithProvider = /*#__PURE__*/ reference<Contract['signUpWithProvider']>({ name: 'signUpWithProvider', method: 'POST', path: '/user/signup', invalidates: ['All'], maxRetries: 0 });
export const signUpProfessionalWithProvider = /*#__PURE__*/ reference<Contract['signUpProfessionalWithProvider']>({ name: 'signUpProfessionalWithProvider', method: 'POST', path: '/professional/signup', invalidates: ['All'], maxRetries: 0 });
