// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listClassroomQuestions = /*#__PURE__*/ reference<Contract['listClassroomQuestions']>({ name: 'listClassroomQuestions', method: 'GET', path: '/classrooms/{id}/questions', tags: ['ClassroomComment'] });
export const askQuestion = /*#__PURE__*/ reference<Contract['askQuestion']>({ name: 'askQuestion', method: 'POST', path: '/classrooms/{id}/questions', invalidates: ['ClassroomComment'], maxRetries: 0, idempotencyKey: true });
export const voteForQuestion = /*#__PURE__*/ reference<Contract['voteForQuestion']>({ name: 'voteForQuestion', method: 'PUT', path: '/classrooms/{id}/questions/{questionId}/vote' });
export const unvoteQuestion = /*#__PURE__*/ reference<Contract['unvoteQuestion']>({ name: 'unvoteQuestion', method: 'DELETE', path: '/classrooms/{id}/questions/{questionId}/vote' });
export const answerQuestion = /*#__PURE__*/ reference<Contract['answerQuestion']>({ name: 'answerQuestion', method: 'PUT', path: '/classrooms/{id}/questions/{questionId}/answer', invalidates: ['ClassroomComment'] });
export const dismissQuestion = /*#__PURE__*/ reference<Contract['dismissQuestion']>({ name: 'dismissQuestion', method: 'POST', path: '/classrooms/{id}/questions/{questionId}/dismiss', invalidates: ['ClassroomComment'] });
export const withdrawQuestion = /*#__PURE__*/ reference<Contract['withdrawQuestion']>({ name: 'withdrawQuestion', method: 'DELETE', path: '/classrooms/{id}/questions/{questionId}', invalidates: ['ClassroomComment'] });
export const reportQuestion = /*#__PURE__*/ reference<Contract['reportQuestion']>({ name: 'reportQuestion', method: 'POST', path: '/classrooms/{id}/questions/{questionId}/report' });
export const pinToStage = /*#__PURE__*/ reference<Contract['pinToStage']>({ name: 'pinToStage', method: 'PUT', path: '/classrooms/{id}/pin' });
export const unpinFromStage = /*#__PURE__*/ reference<Contract['unpinFromStage']>({ name: 'unpinFromStage', method: 'DELETE', path: '/classrooms/{id}/pin' });
