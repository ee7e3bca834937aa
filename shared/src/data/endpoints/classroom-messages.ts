// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listSentClassroomMessages = /*#__PURE__*/ reference<Contract['listSentClassroomMessages']>({ name: 'listSentClassroomMessages', method: 'GET', path: '/classrooms/{id}/messages/sent', tags: ['Classroom'] });
export const sendClassroomMessage = /*#__PURE__*/ reference<Contract['sendClassroomMessage']>({ name: 'sendClassroomMessage', method: 'POST', path: '/classrooms/{id}/messages', invalidates: ['Classroom'], idempotencyKey: true });
export const listClassroomMessages = /*#__PURE__*/ reference<Contract['listClassroomMessages']>({ name: 'listClassroomMessages', method: 'GET', path: '/classrooms/{id}/messages', tags: ['Classroom'] });
export const updateClassroomMessageSubscription = /*#__PURE__*/ reference<Contract['updateClassroomMessageSubscription']>({ name: 'updateClassroomMessageSubscription', method: 'PUT', path: '/classrooms/{id}/messages/subscription', invalidates: ['Classroom', 'Notification'] });
