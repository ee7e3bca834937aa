// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listClassroomComments = /*#__PURE__*/ reference<Contract['listClassroomComments']>({ name: 'listClassroomComments', method: 'GET', path: '/classrooms/{id}/comments', tags: ['ClassroomComment'] });
export const createClassroomComment = /*#__PURE__*/ reference<Contract['createClassroomComment']>({ name: 'createClassroomComment', method: 'POST', path: '/classrooms/{id}/comments', invalidates: ['ClassroomComment'], maxRetries: 0, idempotencyKey: true });
export const updateClassroomComment = /*#__PURE__*/ reference<Contract['updateClassroomComment']>({ name: 'updateClassroomComment', method: 'PATCH', path: '/classrooms/{id}/comments/{commentId}', invalidates: ['ClassroomComment'] });
export const deleteClassroomComment = /*#__PURE__*/ reference<Contract['deleteClassroomComment']>({ name: 'deleteClassroomComment', method: 'DELETE', path: '/classrooms/{id}/comments/{commentId}', invalidates: ['ClassroomComment'] });
export const reportClassroomComment = /*#__PURE__*/ reference<Contract['reportClassroomComment']>({ name: 'reportClassroomComment', method: 'POST', path: '/classrooms/{id}/comments/{commentId}/report' });
