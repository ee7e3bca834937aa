// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listLiveReleases = /*#__PURE__*/ reference<Contract['listLiveReleases']>({ name: 'listLiveReleases', method: 'GET', path: '/staff/releases', tags: ['Staff'] });
export const listReleaseHistory = /*#__PURE__*/ reference<Contract['listReleaseHistory']>({ name: 'listReleaseHistory', method: 'GET', path: '/staff/release_history', tags: ['Staff'] });
export const listReleaseUses = /*#__PURE__*/ reference<Contract['listReleaseUses']>({ name: 'listReleaseUses', method: 'GET', path: '/staff/release_uses', tags: ['Staff'] });
export const getFailureReleases = /*#__PURE__*/ reference<Contract['getFailureReleases']>({ name: 'getFailureReleases', method: 'GET', path: '/staff/failures/{number}', tags: ['Staff'] });
export const advanceRollout = /*#__PURE__*/ reference<Contract['advanceRollout']>({ name: 'advanceRollout', method: 'POST', path: '/staff/releases/{remote}/rollout', invalidates: ['Staff'], idempotencyKey: true });
export const rollBackRelease = /*#__PURE__*/ reference<Contract['rollBackRelease']>({ name: 'rollBackRelease', method: 'POST', path: '/staff/releases/{remote}/rollback', invalidates: ['Staff'], idempotencyKey: true });
export const retireRemote = /*#__PURE__*/ reference<Contract['retireRemote']>({ name: 'retireRemote', method: 'POST', path: '/staff/releases/{remote}/retirement', invalidates: ['Staff'], idempotencyKey: true });
export const bringBackRemote = /*#__PURE__*/ reference<Contract['bringBackRemote']>({ name: 'bringBackRemote', method: 'POST', path: '/staff/releases/{remote}/return', invalidates: ['Staff'], idempotencyKey: true });
export const listReleaseTokens = /*#__PURE__*/ reference<Contract['listReleaseTokens']>({ name: 'listReleaseTokens', method: 'GET', path: '/staff/release_tokens', tags: ['Staff'] });
export const createReleaseToken = /*#__PURE__*/ reference<Contract['createReleaseToken']>({ name: 'createReleaseToken', method: 'POST', path: '/staff/release_tokens', invalidates: ['Staff'], idempotencyKey: true });
export const revokeReleaseToken = /*#__PURE__*/ reference<Contract['revokeReleaseToken']>({ name: 'revokeReleaseToken', method: 'POST', path: '/staff/release_tokens/{id}/revocation', invalidates: ['Staff'], idempotencyKey: true });
