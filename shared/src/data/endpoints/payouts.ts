// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getStripeConnect = /*#__PURE__*/ reference<Contract['getStripeConnect']>({ name: 'getStripeConnect', method: 'GET', path: '/me/stripe-connect', tags: ['Event'] });
export const createStripeConnect = /*#__PURE__*/ reference<Contract['createStripeConnect']>({ name: 'createStripeConnect', method: 'POST', path: '/me/stripe-connect', invalidates: ['Event'] });
export const createTransfer = /*#__PURE__*/ reference<Contract['createTransfer']>({ name: 'createTransfer', method: 'POST', path: '/me/stripe-connect/transfer', invalidates: ['Event'], idempotencyKey: true });
