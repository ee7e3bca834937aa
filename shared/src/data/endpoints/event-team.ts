// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listTeam = /*#__PURE__*/ reference<Contract['listTeam']>({ name: 'listTeam', method: 'GET', path: '/org/events/{id}/team', tags: ['Event'] });
export const inviteTeamMember = /*#__PURE__*/ reference<Contract['inviteTeamMember']>({ name: 'inviteTeamMember', method: 'POST', path: '/org/events/{id}/team', invalidates: ['Event'], idempotencyKey: true });
export const updateTeamMember = /*#__PURE__*/ reference<Contract['updateTeamMember']>({ name: 'updateTeamMember', method: 'PUT', path: '/org/events/{id}/team/{memberId}', invalidates: ['Event'] });
export const removeTeamMember = /*#__PURE__*/ reference<Contract['removeTeamMember']>({ name: 'removeTeamMember', method: 'DELETE', path: '/org/events/{id}/team/{memberId}', invalidates: ['Event'] });
export const listTeamLog = /*#__PURE__*/ reference<Contract['listTeamLog']>({ name: 'listTeamLog', method: 'GET', path: '/org/events/{id}/team/log', tags: ['Event'] });
export const checkInParticipant = /*#__PURE__*/ reference<Contract['checkInParticipant']>({ name: 'checkInParticipant', method: 'PUT', path: '/org/events/{id}/participants/{participationId}/check_in', invalidates: ['Event'] });
