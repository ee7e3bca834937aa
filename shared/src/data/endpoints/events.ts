// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listEvents = /*#__PURE__*/ reference<Contract['listEvents']>({ name: 'listEvents', method: 'GET', path: '/events', tags: ['Event'] });
export const getEvent = /*#__PURE__*/ reference<Contract['getEvent']>({ name: 'getEvent', method: 'GET', path: '/events/{id}', tags: ['Event'] });
export const getClassroomEvent = /*#__PURE__*/ reference<Contract['getClassroomEvent']>({ name: 'getClassroomEvent', method: 'GET', path: '/classrooms/{id}/event', tags: ['Event'] });
export const listEventParticipants = /*#__PURE__*/ reference<Contract['listEventParticipants']>({ name: 'listEventParticipants', method: 'GET', path: '/events/{id}/participants', tags: ['Event'] });
