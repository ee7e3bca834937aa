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
  summary: 'Whom the person follows, the last followed first.',
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
  summary: 'Who follows somebody, the latest first. People of 12 or under are left out.',
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
  summary: 'Whom somebody follows, the last followed first. Of people of 12 or under nobody sees it.',
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
    'Follows somebody. Doing it again changes nothing. People of 12 or under follow professionals only, and nobody follows them.',
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
  summary: 'Follows somebody no longer. Doing it again changes nothing.',
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
  summary: 'Whom the person has blocked, by id. Nobody learns by whom they are blocked.',
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
  summary: 'Whom the person has blocked, as people to let in again, the last blocked first.',
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
  summary: 'Blocks somebody: neither follows the other any more, and they cannot follow again.',
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
  summary: 'Takes a block back. Doing it again changes nothing.',
  access: { session: 'person' },
  params,
  response: ok,
  errors: [],
  invalidates: ['Follow', 'User', 'Classroom', 'ClassroomComment'],
});
