// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../contract/contract';
import { reference } from './endpoint-reference';

export const signIn = /*#__PURE__*/ reference<Contract['signIn']>({ name: 'signIn', method: 'POST', path: '/auth/signin', invalidates: ['All'], maxRetries: 0 });
export const signInPartnerSchool = /*#__PURE__*/ reference<Contract['signInPartnerSchool']>({ name: 'signInPartnerSchool', method: 'POST', path: '/auth/signin/partner-school', invalidates: ['All'], maxRetries: 0 });
export const signUp = /*#__PURE__*/ reference<Contract['signUp']>({ name: 'signUp', method: 'POST', path: '/auth/signup', invalidates: ['All'], maxRetries: 0 });
export const refreshToken = /*#__PURE__*/ reference<Contract['refreshToken']>({ name: 'refreshToken', method: 'POST', path: '/auth/token', maxRetries: 0 });
export const signInAnonymous = /*#__PURE__*/ reference<Contract['signInAnonymous']>({ name: 'signInAnonymous', method: 'POST', path: '/user/signin/anonymous', maxRetries: 0 });
export const listCategories = /*#__PURE__*/ reference<Contract['listCategories']>({ name: 'listCategories', method: 'GET', path: '/categories', tags: ['Category'] });
export const listClassrooms = /*#__PURE__*/ reference<Contract['listClassrooms']>({ name: 'listClassrooms', method: 'GET', path: '/classrooms', tags: ['Classroom'] });
export const createClassroom = /*#__PURE__*/ reference<Contract['createClassroom']>({ name: 'createClassroom', method: 'POST', path: '/classrooms', invalidates: ['Classroom'], maxRetries: 0, idempotencyKey: true });
export const getClassroom = /*#__PURE__*/ reference<Contract['getClassroom']>({ name: 'getClassroom', method: 'GET', path: '/classrooms/{id}', tags: ['Classroom'] });
export const updateClassroom = /*#__PURE__*/ reference<Contract['updateClassroom']>({ name: 'updateClassroom', method: 'PATCH', path: '/classrooms/{id}', invalidates: ['Classroom'], maxRetries: 0 });
export const deleteClassroom = /*#__PURE__*/ reference<Contract['deleteClassroom']>({ name: 'deleteClassroom', method: 'DELETE', path: '/classrooms/{id}', invalidates: ['Classroom'] });
export const listClassroomComments = /*#__PURE__*/ reference<Contract['listClassroomComments']>({ name: 'listClassroomComments', method: 'GET', path: '/classrooms/{id}/comments', tags: ['ClassroomComment'] });
export const createClassroomComment = /*#__PURE__*/ reference<Contract['createClassroomComment']>({ name: 'createClassroomComment', method: 'POST', path: '/classrooms/{id}/comments', invalidates: ['ClassroomComment'], maxRetries: 0, idempotencyKey: true });
export const deleteClassroomComment = /*#__PURE__*/ reference<Contract['deleteClassroomComment']>({ name: 'deleteClassroomComment', method: 'DELETE', path: '/classrooms/{id}/comments/{commentId}', invalidates: ['ClassroomComment'] });
export const shareClassroom = /*#__PURE__*/ reference<Contract['shareClassroom']>({ name: 'shareClassroom', method: 'GET', path: '/classrooms/{id}/share' });
export const createReservation = /*#__PURE__*/ reference<Contract['createReservation']>({ name: 'createReservation', method: 'POST', path: '/classrooms/{id}/reservations', invalidates: ['Classroom'] });
export const deleteReservation = /*#__PURE__*/ reference<Contract['deleteReservation']>({ name: 'deleteReservation', method: 'DELETE', path: '/classrooms/{id}/reservations', invalidates: ['Classroom'] });
export const listEvents = /*#__PURE__*/ reference<Contract['listEvents']>({ name: 'listEvents', method: 'GET', path: '/events', tags: ['Event'] });
export const getEvent = /*#__PURE__*/ reference<Contract['getEvent']>({ name: 'getEvent', method: 'GET', path: '/events/{id}', tags: ['Event'] });
export const getMe = /*#__PURE__*/ reference<Contract['getMe']>({ name: 'getMe', method: 'GET', path: '/me', tags: ['Auth', 'User'], maxRetries: 0 });
export const listNotifications = /*#__PURE__*/ reference<Contract['listNotifications']>({ name: 'listNotifications', method: 'GET', path: '/me/notifications', tags: ['Notification'] });
export const readNotification = /*#__PURE__*/ reference<Contract['readNotification']>({ name: 'readNotification', method: 'PUT', path: '/me/notifications/{id}/read', invalidates: ['Notification'] });
export const getNotification = /*#__PURE__*/ reference<Contract['getNotification']>({ name: 'getNotification', method: 'GET', path: '/notifications/{id}', tags: ['Notification'] });
export const signOut = /*#__PURE__*/ reference<Contract['signOut']>({ name: 'signOut', method: 'DELETE', path: '/me/sign_out', invalidates: ['All'] });
export const getUser = /*#__PURE__*/ reference<Contract['getUser']>({ name: 'getUser', method: 'GET', path: '/users/{id}', tags: ['User'] });
