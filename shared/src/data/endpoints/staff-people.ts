// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const searchPeople = /*#__PURE__*/ reference<Contract['searchPeople']>({ name: 'searchPeople', method: 'GET', path: '/staff/people', tags: ['Staff'] });
export const getPersonRecord = /*#__PURE__*/ reference<Contract['getPersonRecord']>({ name: 'getPersonRecord', method: 'GET', path: '/staff/people/{userId}', tags: ['Staff'] });
export const suspendPerson = /*#__PURE__*/ reference<Contract['suspendPerson']>({ name: 'suspendPerson', method: 'POST', path: '/staff/people/{userId}/suspension', invalidates: ['Staff'], idempotencyKey: true });
export const reinstatePerson = /*#__PURE__*/ reference<Contract['reinstatePerson']>({ name: 'reinstatePerson', method: 'POST', path: '/staff/people/{userId}/reinstatement', invalidates: ['Staff'], idempotencyKey: true });
export const signOutPerson = /*#__PURE__*/ reference<Contract['signOutPerson']>({ name: 'signOutPerson', method: 'POST', path: '/staff/people/{userId}/sign_out', invalidates: ['Staff'], idempotencyKey: true });
export const withdrawPersonConsent = /*#__PURE__*/ reference<Contract['withdrawPersonConsent']>({ name: 'withdrawPersonConsent', method: 'POST', path: '/staff/people/{userId}/consent_withdrawal', invalidates: ['Staff'], idempotencyKey: true });
export const sendPersonMail = /*#__PURE__*/ reference<Contract['sendPersonMail']>({ name: 'sendPersonMail', method: 'POST', path: '/staff/people/{userId}/mails', invalidates: ['Staff'], idempotencyKey: true });
