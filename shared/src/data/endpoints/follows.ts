// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listMeFollowing = /*#__PURE__*/ reference<Contract['listMeFollowing']>({ name: 'listMeFollowing', method: 'GET', path: '/me/following', tags: ['Follow'], maxRetries: 0 });
export const listFollowers = /*#__PURE__*/ reference<Contract['listFollowers']>({ name: 'listFollowers', method: 'GET', path: '/users/{id}/followers', tags: ['Follow'] });
export const listFollowing = /*#__PURE__*/ reference<Contract['listFollowing']>({ name: 'listFollowing', method: 'GET', path: '/users/{id}/following', tags: ['Follow'] });
export const followUser = /*#__PURE__*/ reference<Contract['followUser']>({ name: 'followUser', method: 'POST', path: '/users/{id}/follow', invalidates: ['Follow', 'User'] });
export const unfollowUser = /*#__PURE__*/ reference<Contract['unfollowUser']>({ name: 'unfollowUser', method: 'DELETE', path: '/users/{id}/unfollow', invalidates: ['Follow', 'User'] });
export const listBlockedUsers = /*#__PURE__*/ reference<Contract['listBlockedUsers']>({ name: 'listBlockedUsers', method: 'GET', path: '/me/blocks', tags: ['Follow', 'User'] });
export const listBlockedPeople = /*#__PURE__*/ reference<Contract['listBlockedPeople']>({ name: 'listBlockedPeople', method: 'GET', path: '/me/blocked_people', tags: ['Follow', 'User'] });
export const blockUser = /*#__PURE__*/ reference<Contract['blockUser']>({ name: 'blockUser', method: 'POST', path: '/users/{id}/block', invalidates: ['Follow', 'User', 'Classroom', 'ClassroomComment'] });
export const unblockUser = /*#__PURE__*/ reference<Contract['unblockUser']>({ name: 'unblockUser', method: 'DELETE', path: '/users/{id}/block', invalidates: ['Follow', 'User', 'Classroom', 'ClassroomComment'] });
