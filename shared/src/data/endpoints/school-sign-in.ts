// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const startSchoolSignIn = /*#__PURE__*/ reference<Contract['startSchoolSignIn']>({ name: 'startSchoolSignIn', method: 'POST', path: '/school_sign_ins', maxRetries: 0 });
export const finishSchoolSignIn = /*#__PURE__*/ reference<Contract['finishSchoolSignIn']>({ name: 'finishSchoolSignIn', method: 'POST', path: '/school_sign_ins/answer', maxRetries: 0 });
