import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_SEARCH_LENGTH } from '@manabiba/shared/contract/limits';
import { SharePage } from '@manabiba/shared/people/share-page';
import { paths, useNavigate } from '@manabiba/shared/platform';
import { Field, inputClass, withIconClass } from '@manabiba/shared/ui/field';
import { FilterChips } from '@manabiba/shared/ui/filter-chips';
import { Icon } from '@manabiba/shared/ui/icon';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';

import styles from './archive-list.module.css';

interface ArchiveListHeadProps {
  title: string;
  categories: readonly Category[];
  /** Undefined means every category. */
  selected?: string;
}

/** The heading of a list of archives with a search, and the categories, each a page of its own. */
export function ArchiveListHead({ title, categories, selected }: ArchiveListHeadProps) {
  const navigate = useNavigate();
  return (
    <>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>{title}</h1>
          <SharePage path={selected ? paths.category.href({ id: selected }) : paths.archives.href()} title={title} />
        </div>
        <ArchiveSearch />
      </div>
      <FilterChips
        label="カテゴリー"
        all="すべてのカテゴリー"
        options={categories.map(({ id, name }) => ({ key: id, name }))}
        selected={selected}
        onSelect={(id) =>
          void navigate(id ? paths.category.href({ id }) : paths.archives.href(), { preventScrollReset: true })
        }
      />
    </>
  );
}

/** Leads to the search results of archives. */
function ArchiveSearch() {
  const navigate = useNavigate();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (words !== '') void navigate(paths.search.href({}, { q: words, kind: 'archive' }));
  };
  return (
    <form role="search" className={styles.search} onSubmit={handleSubmit}>
      <Field label="アーカイブをさがす" isLabelHidden>
        {(tied) => (
          <span className={withIconClass}>
            <input
              {...tied}
              type="search"
              name="q"
              className={inputClass}
              placeholder="タイトル、ホスト"
              maxLength={MAX_SEARCH_LENGTH}
            />
            <Icon icon={Search} />
          </span>
        )}
      </Field>
    </form>
  );
}
