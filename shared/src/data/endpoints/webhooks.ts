// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listWebhooks = /*#__PURE__*/ reference<Contract['listWebhooks']>({ name: 'listWebhooks', method: 'GET', path: '/org/webhooks', tags: ['Auth'] });
export const createWebhook = /*#__PURE__*/ reference<Contract['createWebhook']>({ name: 'createWebhook', method: 'POST', path: '/org/webhooks', invalidates: ['Auth'], idempotencyKey: true });
export const updateWebhook = /*#__PURE__*/ reference<Contract['updateWebhook']>({ name: 'updateWebhook', method: 'PATCH', path: '/org/webhooks/{id}', invalidates: ['Auth'] });
export const deleteWebhook = /*#__PURE__*/ reference<Contract['deleteWebhook']>({ name: 'deleteWebhook', method: 'DELETE', path: '/org/webhooks/{id}', invalidates: ['Auth'] });
export const rotateWebhookSecret = /*#__PURE__*/ reference<Contract['rotateWebhookSecret']>({ name: 'rotateWebhookSecret', method: 'POST', path: '/org/webhooks/{id}/secret', invalidates: ['Auth'], maxRetries: 0, idempotencyKey: true });
export const testWebhook = /*#__PURE__*/ reference<Contract['testWebhook']>({ name: 'testWebhook', method: 'POST', path: '/org/webhooks/{id}/test', invalidates: ['Auth'], idempotencyKey: true });
export const listWebhookDeliveries = /*#__PURE__*/ reference<Contract['listWebhookDeliveries']>({ name: 'listWebhookDeliveries', method: 'GET', path: '/org/webhooks/{id}/deliveries', tags: ['Auth'] });
export const resendWebhookDelivery = /*#__PURE__*/ reference<Contract['resendWebhookDelivery']>({ name: 'resendWebhookDelivery', method: 'POST', path: '/org/webhooks/{id}/deliveries/{deliveryId}/resend', invalidates: ['Auth'], idempotencyKey: true });
