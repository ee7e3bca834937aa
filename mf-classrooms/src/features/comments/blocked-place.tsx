import { Button } from '@manabiba/shared/ui/button';

import styles from './blocked-place.module.css';

/** Stands for what somebody wrote whom one has blocked; one may look at it after all. */
export function BlockedPlace({ onShow }: { onShow: () => void }) {
  return (
    <p className={styles.place}>
      <span>ブロックした人のコメント</span>
      <Button size="small" variant="ghost" aria-label="ブロックした人のコメントを表示する" onClick={onShow}>
        表示する
      </Button>
    </p>
  );
}
