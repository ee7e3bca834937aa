// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const muteAll = /*#__PURE__*/ reference<Contract['muteAll']>({ name: 'muteAll', method: 'POST', path: '/classrooms/{id}/mute_all' });
export const lowerHand = /*#__PURE__*/ reference<Contract['lowerHand']>({ name: 'lowerHand', method: 'DELETE', path: '/classrooms/{id}/users/{userId}/hand' });
export const kickClassroomUser = /*#__PURE__*/ reference<Contract['kickClassroomUser']>({ name: 'kickClassroomUser', method: 'POST', path: '/classrooms/{id}/users/{userId}/kick', invalidates: ['Classroom'] });
export const updateClassroomUserRole = /*#__PURE__*/ reference<Contract['updateClassroomUserRole']>({ name: 'updateClassroomUserRole', method: 'PUT', path: '/classrooms/{id}/users/{userId}/roles' });
export const admitClassroomUser = /*#__PURE__*/ reference<Contract['admitClassroomUser']>({ name: 'admitClassroomUser', method: 'POST', path: '/classrooms/{id}/users/{userId}/admit' });
export const listLobby = /*#__PURE__*/ reference<Contract['listLobby']>({ name: 'listLobby', method: 'GET', path: '/classrooms/{id}/lobby' });
export const readmitClassroomUser = /*#__PURE__*/ reference<Contract['readmitClassroomUser']>({ name: 'readmitClassroomUser', method: 'DELETE', path: '/classrooms/{id}/users/{userId}/kick', invalidates: ['Classroom'] });
export const listKickedUsers = /*#__PURE__*/ reference<Contract['listKickedUsers']>({ name: 'listKickedUsers', method: 'GET', path: '/classrooms/{id}/kicked_users', tags: ['Classroom'] });
export const listAttendance = /*#__PURE__*/ reference<Contract['listAttendance']>({ name: 'listAttendance', method: 'GET', path: '/classrooms/{id}/attendance', tags: ['Classroom'] });
export const getClassroomLink = /*#__PURE__*/ reference<Contract['getClassroomLink']>({ name: 'getClassroomLink', method: 'GET', path: '/classrooms/{id}/link', tags: ['Classroom'] });
