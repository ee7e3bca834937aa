// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listMySeries = /*#__PURE__*/ reference<Contract['listMySeries']>({ name: 'listMySeries', method: 'GET', path: '/me/series', tags: ['Classroom'] });
export const createSeries = /*#__PURE__*/ reference<Contract['createSeries']>({ name: 'createSeries', method: 'POST', path: '/series', invalidates: ['Classroom'], maxRetries: 0, idempotencyKey: true });
export const getSeries = /*#__PURE__*/ reference<Contract['getSeries']>({ name: 'getSeries', method: 'GET', path: '/series/{id}', tags: ['Classroom'] });
export const updateSeries = /*#__PURE__*/ reference<Contract['updateSeries']>({ name: 'updateSeries', method: 'PATCH', path: '/series/{id}', invalidates: ['Classroom'] });
export const endSeries = /*#__PURE__*/ reference<Contract['endSeries']>({ name: 'endSeries', method: 'POST', path: '/series/{id}/end', invalidates: ['Classroom'] });
export const addSeriesDates = /*#__PURE__*/ reference<Contract['addSeriesDates']>({ name: 'addSeriesDates', method: 'POST', path: '/series/{id}/dates', invalidates: ['Classroom'] });
export const removeSeriesDate = /*#__PURE__*/ reference<Contract['removeSeriesDate']>({ name: 'removeSeriesDate', method: 'DELETE', path: '/series/{id}/dates/{classroomId}', invalidates: ['Classroom'] });
export const reserveSeries = /*#__PURE__*/ reference<Contract['reserveSeries']>({ name: 'reserveSeries', method: 'POST', path: '/series/{id}/reservations', invalidates: ['Classroom'] });
export const cancelSeriesReservations = /*#__PURE__*/ reference<Contract['cancelSeriesReservations']>({ name: 'cancelSeriesReservations', method: 'DELETE', path: '/series/{id}/reservations', invalidates: ['Classroom'] });
export const issueCertificate = /*#__PURE__*/ reference<Contract['issueCertificate']>({ name: 'issueCertificate', method: 'POST', path: '/series/{id}/certificate', invalidates: ['Classroom'], idempotencyKey: true });
export const getCertificate = /*#__PURE__*/ reference<Contract['getCertificate']>({ name: 'getCertificate', method: 'GET', path: '/certificates/{certificateToken}' });
export const reportSeries = /*#__PURE__*/ reference<Contract['reportSeries']>({ name: 'reportSeries', method: 'POST', path: '/series/{id}/report' });
