// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getTeamInvitation = /*#__PURE__*/ reference<Contract['getTeamInvitation']>({ name: 'getTeamInvitation', method: 'GET', path: '/team_invitations/{token}' });
export const acceptTeamInvitation = /*#__PURE__*/ reference<Contract['acceptTeamInvitation']>({ name: 'acceptTeamInvitation', method: 'POST', path: '/team_invitations/{token}', invalidates: ['Auth', 'Event', 'Classroom'] });
export const declineTeamInvitation = /*#__PURE__*/ reference<Contract['declineTeamInvitation']>({ name: 'declineTeamInvitation', method: 'POST', path: '/team_invitations/{token}/decline' });
