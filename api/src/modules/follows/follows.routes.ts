import {
  blockUser,
  followUser,
  listBlockedPeople,
  listBlockedUsers,
  listFollowers,
  listFollowing,
  listMeFollowing,
  unblockUser,
  unfollowUser,
} from '@manabiba/shared/contract/follows';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { FollowsService } from './follows.service';

export function followsRoutes(app: FastifyInstance, follows: FollowsService) {
  route(app, listMeFollowing, ({ query, viewer }) => follows.mine(viewer, query));
  route(app, listFollowers, ({ params, query, viewer }) => follows.followers(viewer, params.id, query));
  route(app, listFollowing, ({ params, query, viewer }) => follows.following(viewer, params.id, query));
  route(app, followUser, ({ params, viewer }) => follows.follow(viewer, params.id));
  route(app, unfollowUser, ({ params, viewer }) => follows.unfollow(viewer, params.id));
  route(app, listBlockedUsers, ({ viewer }) => follows.blocked(viewer));
  route(app, listBlockedPeople, ({ query, viewer }) => follows.blockedPeople(viewer, query));
  route(app, blockUser, ({ params, viewer }) => follows.block(viewer, params.id));
  route(app, unblockUser, ({ params, viewer }) => follows.unblock(viewer, params.id));
}
