import { Button } from './button';
import styles from './load-more.module.css';

export interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onLoadMore: () => void;
  label?: string;
}

/** Fetches the next part of a list when asked; nothing at the end of it. */
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
