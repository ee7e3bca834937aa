// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const countAnnouncementAudience = /*#__PURE__*/ reference<Contract['countAnnouncementAudience']>({ name: 'countAnnouncementAudience', method: 'GET', path: '/staff/announcement_audience' });
export const listAnnouncements = /*#__PURE__*/ reference<Contract['listAnnouncements']>({ name: 'listAnnouncements', method: 'GET', path: '/staff/announcements', tags: ['Staff'] });
export const stopAnnouncement = /*#__PURE__*/ reference<Contract['stopAnnouncement']>({ name: 'stopAnnouncement', method: 'POST', path: '/staff/announcements/{id}/stop', invalidates: ['Staff'], idempotencyKey: true });
export const createAnnouncement = /*#__PURE__*/ reference<Contract['createAnnouncement']>({ name: 'createAnnouncement', method: 'POST', path: '/staff/announcements', invalidates: ['Staff'], idempotencyKey: true });
export const getNotificationTimeline = /*#__PURE__*/ reference<Contract['getNotificationTimeline']>({ name: 'getNotificationTimeline', method: 'GET', path: '/staff/notifications' });
export const listPersonNotifications = /*#__PURE__*/ reference<Contract['listPersonNotifications']>({ name: 'listPersonNotifications', method: 'GET', path: '/staff/people/{userId}/notifications', tags: ['Staff'] });
