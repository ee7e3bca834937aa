// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getMe = /*#__PURE__*/ reference<Contract['getMe']>({ name: 'getMe', method: 'GET', path: '/me', tags: ['Auth', 'User'], maxRetries: 0 });
export const getUser = /*#__PURE__*/ reference<Contract['getUser']>({ name: 'getUser', method: 'GET', path: '/users/{id}', tags: ['User'] });
export const reportUser = /*#__PURE__*/ reference<Contract['reportUser']>({ name: 'reportUser', method: 'POST', path: '/users/{id}/report' });
