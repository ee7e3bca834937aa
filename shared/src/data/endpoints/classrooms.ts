// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listClassrooms = /*#__PURE__*/ reference<Contract['listClassrooms']>({ name: 'listClassrooms', method: 'GET', path: '/classrooms', tags: ['Classroom'] });
export const listMyClassrooms = /*#__PURE__*/ reference<Contract['listMyClassrooms']>({ name: 'listMyClassrooms', method: 'GET', path: '/me/classrooms', tags: ['Classroom'] });
export const createClassroom = /*#__PURE__*/ reference<Contract['createClassroom']>({ name: 'createClassroom', method: 'POST', path: '/classrooms', invalidates: ['Classroom'], maxRetries: 0, idempotencyKey: true });
export const getClassroom = /*#__PURE__*/ reference<Contract['getClassroom']>({ name: 'getClassroom', method: 'GET', path: '/classrooms/{id}', tags: ['Classroom'] });
export const updateClassroom = /*#__PURE__*/ reference<Contract['updateClassroom']>({ name: 'updateClassroom', method: 'PATCH', path: '/classrooms/{id}', invalidates: ['Classroom'], maxRetries: 0 });
export const deleteClassroom = /*#__PURE__*/ reference<Contract['deleteClassroom']>({ name: 'deleteClassroom', method: 'DELETE', path: '/classrooms/{id}', invalidates: ['Classroom'] });
export const shareClassroom = /*#__PURE__*/ reference<Contract['shareClassroom']>({ name: 'shareClassroom', method: 'GET', path: '/classrooms/{id}/share' });
export const listReservers = /*#__PURE__*/ reference<Contract['listReservers']>({ name: 'listReservers', method: 'GET', path: '/classrooms/{id}/reservations', tags: ['Classroom'] });
export const createReservation = /*#__PURE__*/ reference<Contract['createReservation']>({ name: 'createReservation', method: 'POST', path: '/classrooms/{id}/reservations', invalidates: ['Classroom'] });
export const deleteReservation = /*#__PURE__*/ reference<Contract['deleteReservation']>({ name: 'deleteReservation', method: 'DELETE', path: '/classrooms/{id}/reservations', invalidates: ['Classroom'] });
