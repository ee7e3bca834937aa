// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listNotifications = /*#__PURE__*/ reference<Contract['listNotifications']>({ name: 'listNotifications', method: 'GET', path: '/me/notifications', tags: ['Notification'] });
export const readNotification = /*#__PURE__*/ reference<Contract['readNotification']>({ name: 'readNotification', method: 'PUT', path: '/me/notifications/{id}/read', invalidates: ['Notification'] });
export const getNotification = /*#__PURE__*/ reference<Contract['getNotification']>({ name: 'getNotification', method: 'GET', path: '/notifications/{id}', tags: ['Notification'] });
export const listNotificationGroup = /*#__PURE__*/ reference<Contract['listNotificationGroup']>({ name: 'listNotificationGroup', method: 'GET', path: '/notifications/{id}/group', tags: ['Notification'] });
export const readAllNotifications = /*#__PURE__*/ reference<Contract['readAllNotifications']>({ name: 'readAllNotifications', method: 'POST', path: '/me/notifications/read_all', invalidates: ['Notification'] });
export const openNotification = /*#__PURE__*/ reference<Contract['openNotification']>({ name: 'openNotification', method: 'POST', path: '/notifications/{id}/open', invalidates: ['Notification'] });
export const explainNotification = /*#__PURE__*/ reference<Contract['explainNotification']>({ name: 'explainNotification', method: 'GET', path: '/notifications/{id}/reason', tags: ['Notification'] });
