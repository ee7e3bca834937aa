import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { ChevronLeft, ChevronRight } from 'lucide-react';

import styles from './pdf.module.css';

interface PageButtonsProps {
  page: number;
  pageCount: number;
  /** The last page to which one may turn. */
  lastPage?: number;
  onTurn: (page: number) => void;
}

/** Turns the pages. */
export function PageButtons({ page, pageCount, lastPage = pageCount, onTurn }: PageButtonsProps) {
  return (
    <div className={styles.turn} role="group" aria-label="ページ">
      <IconButton label="前のページ" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <Icon icon={ChevronLeft} />
      </IconButton>
      <span className={styles.number} role="status">
        {page} / {pageCount}
      </span>
      <IconButton label="次のページ" disabled={page >= lastPage} onClick={() => onTurn(page + 1)}>
        <Icon icon={ChevronRight} />
      </IconButton>
    </div>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

/** Returns by how many pages a key turns. */
export const stepOf = (key: string): 1 | -1 | undefined => steps[key];
