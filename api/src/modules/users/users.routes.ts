import { getMe, getUser } from '@manabiba/shared/contract/users';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { UsersService } from './users.service';

export function usersRoutes(app: FastifyInstance, users: UsersService) {
  route(app, getMe, ({ viewer }) => users.me(viewer));
  route(app, getUser, ({ params, viewer }) => users.get(viewer, params.id));
}
