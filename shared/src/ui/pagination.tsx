import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Icon } from './icon';
import { IconButton } from './icon-button';

import styles from './pagination.module.css';

export interface PaginationProps {
  /** The current page, starting at 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  label?: string;
}

/** The first page, the last page and those around the current one; a gap is null. */
function pagesAround(page: number, pageCount: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, page === 1 ? 3 : 1, pageCount].filter((n) => n >= 1 && n <= pageCount);
  const sorted = [...new Set(shown)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    return before !== undefined && n - before > 1 ? [null, n] : [n];
  });
}

/** Pagination for a list of known length. */
export function Pagination({ page, pageCount, onPage, label = 'ページ' }: PaginationProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <IconButton label="前へ" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon icon={ChevronLeft} />
      </IconButton>
      {pagesAround(page, pageCount).map((n, index) =>
        n === null ? (
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={n}
            type="button"
            className={styles.page}
            aria-label={`${n}ページ`}
            aria-current={n === page ? 'page' : undefined}
            onClick={() => onPage(n)}
          >
            {n}
          </button>
        ),
      )}
      <IconButton label="次へ" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        <Icon icon={ChevronRight} />
      </IconButton>
    </nav>
  );
}
