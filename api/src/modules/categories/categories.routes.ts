import { listCategories } from '@manabiba/shared/contract/categories';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { CategoriesService } from './categories.service';

export function categoriesRoutes(app: FastifyInstance, categories: CategoriesService) {
  route(app, listCategories, async () => ({ categories: await categories.list() }), { microCache: true });
}
