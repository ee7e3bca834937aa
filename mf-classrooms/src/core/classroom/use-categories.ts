import { listCategories } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';

/**
 * Returns all categories and their names by id. Names that have not loaded are empty so that lists do not wait for
 * them.
 */
export function useCategories() {
  const { data, isLoading } = useEndpoint(listCategories, {});
  const categories = data?.categories ?? [];
  return {
    categories,
    isLoading,
    categoryName: (id: string) => categories.find((category) => category.id === id)?.name ?? '',
    interestNames: (ids: readonly string[]) =>
      categories
        .flatMap(({ interests }) => interests)
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name),
  };
}
