// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getPushKey = /*#__PURE__*/ reference<Contract['getPushKey']>({ name: 'getPushKey', method: 'GET', path: '/push_key' });
export const listPushSubscriptions = /*#__PURE__*/ reference<Contract['listPushSubscriptions']>({ name: 'listPushSubscriptions', method: 'GET', path: '/me/push_subscriptions', tags: ['Notification'] });
export const createPushSubscription = /*#__PURE__*/ reference<Contract['createPushSubscription']>({ name: 'createPushSubscription', method: 'POST', path: '/me/push_subscriptions', invalidates: ['Notification'] });
export const deletePushSubscription = /*#__PURE__*/ reference<Contract['deletePushSubscription']>({ name: 'deletePushSubscription', method: 'DELETE', path: '/me/push_subscriptions/{id}', invalidates: ['Notification'] });
export const testPushSubscription = /*#__PURE__*/ reference<Contract['testPushSubscription']>({ name: 'testPushSubscription', method: 'POST', path: '/me/push_subscriptions/{id}/test', maxRetries: 0 });
