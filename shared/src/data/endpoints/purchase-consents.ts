// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getPurchaseConsent = /*#__PURE__*/ reference<Contract['getPurchaseConsent']>({ name: 'getPurchaseConsent', method: 'GET', path: '/me/events/{id}/purchase_consent', tags: ['Event'] });
export const requestPurchaseConsent = /*#__PURE__*/ reference<Contract['requestPurchaseConsent']>({ name: 'requestPurchaseConsent', method: 'POST', path: '/me/events/{id}/purchase_consent', invalidates: ['Event'], idempotencyKey: true });
export const getPurchaseRequest = /*#__PURE__*/ reference<Contract['getPurchaseRequest']>({ name: 'getPurchaseRequest', method: 'GET', path: '/purchase_consents/{token}' });
export const answerPurchaseRequest = /*#__PURE__*/ reference<Contract['answerPurchaseRequest']>({ name: 'answerPurchaseRequest', method: 'POST', path: '/purchase_consents/{token}' });
