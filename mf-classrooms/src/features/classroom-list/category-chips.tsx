import type { Category } from '@manabiba/shared/contract/categories';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';

interface CategoryChipsProps {
  categories: Category[];
  /** Undefined means every category. */
  selected: string | undefined;
  onSelect: (categoryId: string | undefined) => void;
}

/** Filters the lists by category. */
export function CategoryChips({ categories, selected, onSelect }: CategoryChipsProps) {
  return (
    <FilterChips
      label="カテゴリー"
      all="すべてのカテゴリー"
      options={categories.map(({ id, name }) => ({ key: id, name }))}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
