import type { Category } from '@manabiba/shared/contract/categories';
import { paths, useNavigate } from '@manabiba/shared/platform';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';

interface ArchiveCategoryChipsProps {
  categories: readonly Category[];
  /** Undefined means every category. */
  selected?: string;
}

/** The categories of archives, each a page of its own. */
export function ArchiveCategoryChips({ categories, selected }: ArchiveCategoryChipsProps) {
  const navigate = useNavigate();
  return (
    <FilterChips
      label="カテゴリー"
      all="すべてのカテゴリー"
      options={categories.map(({ id, name }) => ({ key: id, name }))}
      selected={selected}
      onSelect={(id) =>
        void navigate(id ? paths.category.href({ id }) : paths.archives.href(), { preventScrollReset: true })
      }
    />
  );
}
