import { Button } from './button';

import styles from './load-more.module.css';

export interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onLoadMore: () => void;
  label?: string;
}

/** Button that loads the next page of a list. Renders nothing on the last page. */
export function LoadMore({ hasMore, isLoading, onLoadMore, label = 'さらに表示する' }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className={styles.row}>
      <Button isLoading={isLoading} loadingLabel="読み込み中…" onClick={onLoadMore}>
        {label}
      </Button>
    </div>
  );
}
