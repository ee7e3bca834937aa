import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { count, id, ok, page, pageQuery } from './primitives';
import { user } from './users';

const people = page(user);
const params = z.object({ id });

export const listMeFollowing = endpoint({
  name: 'listMeFollowing',
  method: 'GET',
  path: '/me/following',
  summary: 'Returns the users that the caller follows, the most recently followed first.',
  access: { session: 'person' },
  query: z.object(pageQuery),
  response: people,
  errors: [],
  tags: ['Follow'],
  maxRetries: 0,
});

export const listFollowers = endpoint({
  name: 'listFollowers',
  method: 'GET',
  path: '/users/{id}/followers',
  summary: 'Returns the followers of a user, the latest first. Users aged 12 or under are left out.',
  access: { session: 'public' },
  params,
  query: z.object(pageQuery),
  response: people,
  errors: ['not_found'],
  tags: ['Follow'],
});

export const listFollowing = endpoint({
  name: 'listFollowing',
  method: 'GET',
  path: '/users/{id}/following',
  summary:
    'Returns the users that a user follows, the most recently followed first. The list of a user aged 12 or under is visible to no one.',
  access: { session: 'public' },
  params,
  query: z.object(pageQuery),
  response: people,
  errors: ['not_found', 'age_restricted'],
  tags: ['Follow'],
});

export const followUser = endpoint({
  name: 'followUser',
  method: 'POST',
  path: '/users/{id}/follow',
  summary:
    'Follows a user. Repeating the call changes nothing. Users aged 12 or under can follow professionals only, and cannot be followed.',
  access: { session: 'person' },
  params,
  response: z.object({ isFollowed: z.literal(true), followerCount: count }),
  errors: ['not_found', 'age_restricted', 'invalid'],
  invalidates: ['Follow', 'User'],
});

export const unfollowUser = endpoint({
  name: 'unfollowUser',
  method: 'DELETE',
  path: '/users/{id}/unfollow',
  summary: 'Unfollows a user. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: z.object({ isFollowed: z.literal(false), followerCount: count }),
  errors: ['not_found'],
  invalidates: ['Follow', 'User'],
});

export const listBlockedUsers = endpoint({
  name: 'listBlockedUsers',
  isExtension: true,
  method: 'GET',
  path: '/me/blocks',
  summary: 'Returns the ids of the users that the caller has blocked. Users cannot find out who has blocked them.',
  access: { session: 'person' },
  response: z.object({ userIds: z.array(id) }),
  errors: [],
  tags: ['Follow', 'User'],
});

export const listBlockedPeople = endpoint({
  name: 'listBlockedPeople',
  isExtension: true,
  method: 'GET',
  path: '/me/blocked_people',
  summary:
    'Returns the profiles of the users that the caller has blocked, for unblocking, the most recently blocked first.',
  access: { session: 'person' },
  query: z.object(pageQuery),
  response: people,
  errors: [],
  tags: ['Follow', 'User'],
});

export const blockUser = endpoint({
  name: 'blockUser',
  isExtension: true,
  method: 'POST',
  path: '/users/{id}/block',
  summary: 'Blocks a user: both follows end, and the blocked user cannot follow the caller again.',
  access: { session: 'person' },
  params,
  response: ok,
  errors: ['not_found', 'invalid'],
  invalidates: ['Follow', 'User', 'Classroom', 'ClassroomComment'],
});

export const unblockUser = endpoint({
  name: 'unblockUser',
  isExtension: true,
  method: 'DELETE',
  path: '/users/{id}/block',
  summary: 'Unblocks a user. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: ok,
  errors: [],
  invalidates: ['Follow', 'User', 'Classroom', 'ClassroomComment'],
});
