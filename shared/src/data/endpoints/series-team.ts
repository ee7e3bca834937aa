// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listSeriesTeam = /*#__PURE__*/ reference<Contract['listSeriesTeam']>({ name: 'listSeriesTeam', method: 'GET', path: '/series/{id}/team', tags: ['Classroom'] });
export const inviteSeriesMember = /*#__PURE__*/ reference<Contract['inviteSeriesMember']>({ name: 'inviteSeriesMember', method: 'POST', path: '/series/{id}/team', invalidates: ['Classroom'], idempotencyKey: true });
export const updateSeriesMember = /*#__PURE__*/ reference<Contract['updateSeriesMember']>({ name: 'updateSeriesMember', method: 'PUT', path: '/series/{id}/team/{memberId}', invalidates: ['Classroom'] });
export const removeSeriesMember = /*#__PURE__*/ reference<Contract['removeSeriesMember']>({ name: 'removeSeriesMember', method: 'DELETE', path: '/series/{id}/team/{memberId}', invalidates: ['Classroom'] });
export const listSeriesLog = /*#__PURE__*/ reference<Contract['listSeriesLog']>({ name: 'listSeriesLog', method: 'GET', path: '/series/{id}/team/log', tags: ['Classroom'] });
