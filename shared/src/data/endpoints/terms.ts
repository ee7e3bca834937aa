// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listTermsVersions = /*#__PURE__*/ reference<Contract['listTermsVersions']>({ name: 'listTermsVersions', method: 'GET', path: '/terms_versions' });
export const getTermsVersion = /*#__PURE__*/ reference<Contract['getTermsVersion']>({ name: 'getTermsVersion', method: 'GET', path: '/terms_versions/{id}' });
export const listStaffTermsVersions = /*#__PURE__*/ reference<Contract['listStaffTermsVersions']>({ name: 'listStaffTermsVersions', method: 'GET', path: '/staff/terms_versions', tags: ['Staff'] });
export const announceTermsVersion = /*#__PURE__*/ reference<Contract['announceTermsVersion']>({ name: 'announceTermsVersion', method: 'POST', path: '/staff/terms_versions', invalidates: ['Staff'], idempotencyKey: true });
