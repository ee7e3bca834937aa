// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const splitClassroom = /*#__PURE__*/ reference<Contract['splitClassroom']>({ name: 'splitClassroom', method: 'POST', path: '/classrooms/{id}/groups', maxRetries: 0 });
export const moveToGroup = /*#__PURE__*/ reference<Contract['moveToGroup']>({ name: 'moveToGroup', method: 'PUT', path: '/classrooms/{id}/groups/people/{userId}' });
export const recallGroups = /*#__PURE__*/ reference<Contract['recallGroups']>({ name: 'recallGroups', method: 'POST', path: '/classrooms/{id}/groups/recall' });
export const messageGroups = /*#__PURE__*/ reference<Contract['messageGroups']>({ name: 'messageGroups', method: 'POST', path: '/classrooms/{id}/groups/message' });
