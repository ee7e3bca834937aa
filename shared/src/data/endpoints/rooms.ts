// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const prepareClassroom = /*#__PURE__*/ reference<Contract['prepareClassroom']>({ name: 'prepareClassroom', method: 'GET', path: '/classrooms/{id}/prepare', tags: ['Classroom'] });
export const joinClassroom = /*#__PURE__*/ reference<Contract['joinClassroom']>({ name: 'joinClassroom', method: 'POST', path: '/classrooms/{id}/join', invalidates: ['Classroom'], idempotencyKey: true });
export const leaveClassroom = /*#__PURE__*/ reference<Contract['leaveClassroom']>({ name: 'leaveClassroom', method: 'DELETE', path: '/classrooms/{id}/leave', invalidates: ['Classroom'] });
export const updatePresence = /*#__PURE__*/ reference<Contract['updatePresence']>({ name: 'updatePresence', method: 'POST', path: '/classrooms/{id}/presence' });
export const updateMuting = /*#__PURE__*/ reference<Contract['updateMuting']>({ name: 'updateMuting', method: 'PATCH', path: '/classrooms/{id}/muting' });
export const updateRecordingConsent = /*#__PURE__*/ reference<Contract['updateRecordingConsent']>({ name: 'updateRecordingConsent', method: 'PUT', path: '/classrooms/{id}/recording_consent' });
export const addCaptionLine = /*#__PURE__*/ reference<Contract['addCaptionLine']>({ name: 'addCaptionLine', method: 'POST', path: '/classrooms/{id}/caption_lines', maxRetries: 0 });
export const sendReaction = /*#__PURE__*/ reference<Contract['sendReaction']>({ name: 'sendReaction', method: 'POST', path: '/classrooms/{id}/reactions', maxRetries: 0 });
