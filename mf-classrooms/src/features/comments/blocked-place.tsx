import { Button } from '@manabiba/shared/ui/button';

import styles from './blocked-place.module.css';

/** A placeholder for a comment of a blocked user, which can be revealed. */
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
