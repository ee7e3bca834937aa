// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getNotificationSettings = /*#__PURE__*/ reference<Contract['getNotificationSettings']>({ name: 'getNotificationSettings', method: 'GET', path: '/me/notification_settings', tags: ['Notification'] });
export const updateNotificationSettings = /*#__PURE__*/ reference<Contract['updateNotificationSettings']>({ name: 'updateNotificationSettings', method: 'POST', path: '/me/notification_settings', invalidates: ['Notification'] });
export const muteFromNotification = /*#__PURE__*/ reference<Contract['muteFromNotification']>({ name: 'muteFromNotification', method: 'POST', path: '/notifications/{id}/mute', invalidates: ['Notification'] });
export const deleteNotificationMute = /*#__PURE__*/ reference<Contract['deleteNotificationMute']>({ name: 'deleteNotificationMute', method: 'DELETE', path: '/me/notification_mutes/{id}', invalidates: ['Notification'] });
export const getMailSubscription = /*#__PURE__*/ reference<Contract['getMailSubscription']>({ name: 'getMailSubscription', method: 'GET', path: '/mail_subscriptions/{token}' });
export const unsubscribeMail = /*#__PURE__*/ reference<Contract['unsubscribeMail']>({ name: 'unsubscribeMail', method: 'POST', path: '/mail_subscriptions/{token}/unsubscribe' });
export const resubscribeMail = /*#__PURE__*/ reference<Contract['resubscribeMail']>({ name: 'resubscribeMail', method: 'POST', path: '/mail_subscriptions/{token}/resubscribe' });
