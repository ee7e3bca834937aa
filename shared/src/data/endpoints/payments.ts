// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createPaymentIntent = /*#__PURE__*/ reference<Contract['createPaymentIntent']>({ name: 'createPaymentIntent', method: 'POST', path: '/me/events/{id}/payment_intent', invalidates: ['Event'], idempotencyKey: true });
export const createGuestPaymentIntent = /*#__PURE__*/ reference<Contract['createGuestPaymentIntent']>({ name: 'createGuestPaymentIntent', method: 'POST', path: '/events/{id}/payment_intent', idempotencyKey: true });
export const getPaymentConfig = /*#__PURE__*/ reference<Contract['getPaymentConfig']>({ name: 'getPaymentConfig', method: 'GET', path: '/payment_config' });
export const listSaleHistories = /*#__PURE__*/ reference<Contract['listSaleHistories']>({ name: 'listSaleHistories', method: 'GET', path: '/me/sale-histories', tags: ['Event', 'Subscription'] });
