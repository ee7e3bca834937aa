import type { Category } from '@manabiba/shared/contract/categories';

import { AppError } from '../../platform/app-error';
import { createMicroCache } from '../../platform/micro-cache';
import type { CategoriesRepository } from './categories.repository';

interface CategoriesDeps {
  categories: CategoriesRepository;
  /** How long the list may be cached, in milliseconds. It changes a few times a year. */
  cacheMs: number;
}

export function createCategoriesService({ categories, cacheMs }: CategoriesDeps) {
  const cache = createMicroCache<Category[]>({ ttlMs: cacheMs });
  const list = () => cache.get('all', () => categories.list());
  return {
    /** Lists all categories in order, each with its interests. A new one appears within seconds. */
    list,

    /** Returns the name of a category, empty when there is none. */
    async nameOf(categoryId: string): Promise<string> {
      return (await list()).find(({ id }) => id === categoryId)?.name ?? '';
    },

    /** Rejects an unknown category, and interests outside it, with `invalid`. Queries the database, not the cache. */
    async requireCategory(categoryId: string, interestIds: readonly string[]): Promise<void> {
      const category = await categories.find(categoryId);
      if (!category) throw new AppError('invalid', { fields: { categoryId: 'カテゴリーを選択してください。' } });
      if (!interestIds.every((id) => category.interestIds.includes(id))) {
        throw new AppError('invalid', { fields: { interestIds: '興味は選んだカテゴリーの中から選択してください。' } });
      }
    },
  };
}

export type CategoriesService = ReturnType<typeof createCategoriesService>;
