// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listSentEventMessages = /*#__PURE__*/ reference<Contract['listSentEventMessages']>({ name: 'listSentEventMessages', method: 'GET', path: '/org/events/{id}/messages', tags: ['Event'] });
export const sendEventMessage = /*#__PURE__*/ reference<Contract['sendEventMessage']>({ name: 'sendEventMessage', method: 'POST', path: '/org/events/{id}/messages', invalidates: ['Event'], idempotencyKey: true });
export const listEventMessages = /*#__PURE__*/ reference<Contract['listEventMessages']>({ name: 'listEventMessages', method: 'GET', path: '/events/{id}/messages', tags: ['Event'] });
export const updateMessageSubscription = /*#__PURE__*/ reference<Contract['updateMessageSubscription']>({ name: 'updateMessageSubscription', method: 'PUT', path: '/events/{id}/messages/subscription', invalidates: ['Event', 'Notification'] });
export const reportEventMessage = /*#__PURE__*/ reference<Contract['reportEventMessage']>({ name: 'reportEventMessage', method: 'POST', path: '/event_messages/{messageId}/report' });
