// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listClassroomPolls = /*#__PURE__*/ reference<Contract['listClassroomPolls']>({ name: 'listClassroomPolls', method: 'GET', path: '/classrooms/{id}/polls', tags: ['Classroom'] });
export const createClassroomPoll = /*#__PURE__*/ reference<Contract['createClassroomPoll']>({ name: 'createClassroomPoll', method: 'POST', path: '/classrooms/{id}/polls', invalidates: ['Classroom'], idempotencyKey: true });
export const updateClassroomPoll = /*#__PURE__*/ reference<Contract['updateClassroomPoll']>({ name: 'updateClassroomPoll', method: 'PUT', path: '/classrooms/{id}/polls/{pollId}', invalidates: ['Classroom'] });
export const deleteClassroomPoll = /*#__PURE__*/ reference<Contract['deleteClassroomPoll']>({ name: 'deleteClassroomPoll', method: 'DELETE', path: '/classrooms/{id}/polls/{pollId}', invalidates: ['Classroom'] });
export const openClassroomPoll = /*#__PURE__*/ reference<Contract['openClassroomPoll']>({ name: 'openClassroomPoll', method: 'POST', path: '/classrooms/{id}/polls/{pollId}/open', invalidates: ['Classroom'], maxRetries: 0 });
export const closeClassroomPoll = /*#__PURE__*/ reference<Contract['closeClassroomPoll']>({ name: 'closeClassroomPoll', method: 'POST', path: '/classrooms/{id}/polls/{pollId}/close', invalidates: ['Classroom'] });
export const updateClassroomPollResults = /*#__PURE__*/ reference<Contract['updateClassroomPollResults']>({ name: 'updateClassroomPollResults', method: 'PUT', path: '/classrooms/{id}/polls/{pollId}/results', invalidates: ['Classroom'] });
export const answerClassroomPoll = /*#__PURE__*/ reference<Contract['answerClassroomPoll']>({ name: 'answerClassroomPoll', method: 'PUT', path: '/classrooms/{id}/polls/{pollId}/answer' });
export const listClassroomPollAnswers = /*#__PURE__*/ reference<Contract['listClassroomPollAnswers']>({ name: 'listClassroomPollAnswers', method: 'GET', path: '/classrooms/{id}/poll_answers', tags: ['Classroom'] });
