// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listSchools = /*#__PURE__*/ reference<Contract['listSchools']>({ name: 'listSchools', method: 'GET', path: '/staff/schools', tags: ['Staff'] });
export const createSchool = /*#__PURE__*/ reference<Contract['createSchool']>({ name: 'createSchool', method: 'POST', path: '/staff/schools', invalidates: ['Staff'], idempotencyKey: true });
export const getSchool = /*#__PURE__*/ reference<Contract['getSchool']>({ name: 'getSchool', method: 'GET', path: '/staff/schools/{id}', tags: ['Staff'] });
export const updateSchool = /*#__PURE__*/ reference<Contract['updateSchool']>({ name: 'updateSchool', method: 'PUT', path: '/staff/schools/{id}', invalidates: ['Staff'], idempotencyKey: true });
export const setSignInPage = /*#__PURE__*/ reference<Contract['setSignInPage']>({ name: 'setSignInPage', method: 'PUT', path: '/staff/schools/{id}/sign_in_page', invalidates: ['Staff'], maxRetries: 0 });
export const createSchoolCodes = /*#__PURE__*/ reference<Contract['createSchoolCodes']>({ name: 'createSchoolCodes', method: 'POST', path: '/staff/schools/{id}/codes', invalidates: ['Staff'], idempotencyKey: true });
export const listSchoolCodes = /*#__PURE__*/ reference<Contract['listSchoolCodes']>({ name: 'listSchoolCodes', method: 'GET', path: '/staff/schools/{id}/codes', tags: ['Staff'] });
export const revokeSchoolCodes = /*#__PURE__*/ reference<Contract['revokeSchoolCodes']>({ name: 'revokeSchoolCodes', method: 'POST', path: '/staff/schools/{id}/codes/revocation', invalidates: ['Staff'], idempotencyKey: true });
export const listPupils = /*#__PURE__*/ reference<Contract['listPupils']>({ name: 'listPupils', method: 'GET', path: '/staff/schools/{id}/pupils', tags: ['Staff'] });
export const renewPupilPassword = /*#__PURE__*/ reference<Contract['renewPupilPassword']>({ name: 'renewPupilPassword', method: 'POST', path: '/staff/pupils/{userId}/password', invalidates: ['Staff'], maxRetries: 0 });
