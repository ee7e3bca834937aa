// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listApiKeys = /*#__PURE__*/ reference<Contract['listApiKeys']>({ name: 'listApiKeys', method: 'GET', path: '/me/api_keys', tags: ['Auth'] });
export const createApiKey = /*#__PURE__*/ reference<Contract['createApiKey']>({ name: 'createApiKey', method: 'POST', path: '/me/api_keys', invalidates: ['Auth'], maxRetries: 0, idempotencyKey: true });
export const deleteApiKey = /*#__PURE__*/ reference<Contract['deleteApiKey']>({ name: 'deleteApiKey', method: 'DELETE', path: '/me/api_keys/{id}', invalidates: ['Auth'] });
