// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listIdentityReviews = /*#__PURE__*/ reference<Contract['listIdentityReviews']>({ name: 'listIdentityReviews', method: 'GET', path: '/staff/identity_reviews', tags: ['Staff'] });
export const getIdentityReview = /*#__PURE__*/ reference<Contract['getIdentityReview']>({ name: 'getIdentityReview', method: 'GET', path: '/staff/identity_reviews/{userId}' });
export const openIdentityDocument = /*#__PURE__*/ reference<Contract['openIdentityDocument']>({ name: 'openIdentityDocument', method: 'POST', path: '/staff/identity_documents/{id}/links' });
export const approveIdentity = /*#__PURE__*/ reference<Contract['approveIdentity']>({ name: 'approveIdentity', method: 'POST', path: '/staff/identity_reviews/{userId}/approve', invalidates: ['Staff'], idempotencyKey: true });
export const returnIdentity = /*#__PURE__*/ reference<Contract['returnIdentity']>({ name: 'returnIdentity', method: 'POST', path: '/staff/identity_reviews/{userId}/return', invalidates: ['Staff'], idempotencyKey: true });
