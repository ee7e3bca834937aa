import { listCategories } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';

/** All categories, and their names by id. A name that is not there yet is empty: a list does not wait for it. */
export function useCategories() {
  const { data } = useEndpoint(listCategories, {});
  const categories = data?.categories ?? [];
  return {
    categories,
    categoryName: (id: string) => categories.find((category) => category.id === id)?.name ?? '',
    interestNames: (ids: readonly string[]) =>
      categories
        .flatMap(({ interests }) => interests)
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name),
  };
}
