import { Button } from '@manabiba/shared/ui/button';

import styles from './blocked-place.module.css';

interface BlockedPlaceProps {
  what?: 'コメント' | '質問' | 'レビュー';
  onShow: () => void;
}

/** A placeholder for the words of a blocked user, which can be revealed. */
export function BlockedPlace({ what = 'コメント', onShow }: BlockedPlaceProps) {
  return (
    <p className={styles.place}>
      <span>ブロックした人の{what}</span>
      <Button size="small" variant="ghost" aria-label={`ブロックした人の${what}を表示する`} onClick={onShow}>
        表示する
      </Button>
    </p>
  );
}
