// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getClassroomBoard = /*#__PURE__*/ reference<Contract['getClassroomBoard']>({ name: 'getClassroomBoard', method: 'GET', path: '/classrooms/{id}/board', tags: ['Classroom'] });
export const updateClassroomBoard = /*#__PURE__*/ reference<Contract['updateClassroomBoard']>({ name: 'updateClassroomBoard', method: 'PUT', path: '/classrooms/{id}/board' });
export const drawOnBoard = /*#__PURE__*/ reference<Contract['drawOnBoard']>({ name: 'drawOnBoard', method: 'POST', path: '/classrooms/{id}/board/elements', maxRetries: 0 });
export const clearClassroomBoard = /*#__PURE__*/ reference<Contract['clearClassroomBoard']>({ name: 'clearClassroomBoard', method: 'POST', path: '/classrooms/{id}/board/clear' });
export const restoreClassroomBoard = /*#__PURE__*/ reference<Contract['restoreClassroomBoard']>({ name: 'restoreClassroomBoard', method: 'POST', path: '/classrooms/{id}/board/restore' });
export const saveBoardPicture = /*#__PURE__*/ reference<Contract['saveBoardPicture']>({ name: 'saveBoardPicture', method: 'POST', path: '/classrooms/{id}/board/picture', invalidates: ['Classroom'], maxRetries: 0 });
export const reportClassroomBoard = /*#__PURE__*/ reference<Contract['reportClassroomBoard']>({ name: 'reportClassroomBoard', method: 'POST', path: '/classrooms/{id}/board/report' });
