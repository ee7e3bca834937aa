// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getClassroomSummary = /*#__PURE__*/ reference<Contract['getClassroomSummary']>({ name: 'getClassroomSummary', method: 'GET', path: '/classrooms/{id}/summary', tags: ['Classroom'] });
