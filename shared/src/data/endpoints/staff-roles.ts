// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listRoleProposals = /*#__PURE__*/ reference<Contract['listRoleProposals']>({ name: 'listRoleProposals', method: 'GET', path: '/staff/role_proposals', tags: ['Staff'] });
export const proposeRole = /*#__PURE__*/ reference<Contract['proposeRole']>({ name: 'proposeRole', method: 'POST', path: '/staff/people/{userId}/role_proposals', invalidates: ['Staff'], idempotencyKey: true });
export const decideRole = /*#__PURE__*/ reference<Contract['decideRole']>({ name: 'decideRole', method: 'POST', path: '/staff/role_proposals/{id}/decision', invalidates: ['Staff'], idempotencyKey: true });
