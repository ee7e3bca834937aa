import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import type { Player } from '../../core/playback/player';
import { MyPartDialog } from './my-part-dialog';

import styles from './archive-review.module.css';

interface MyPartProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
  player: Player | null;
}

/** 自分の発言を外す, until the publication. */
export function MyPart({ archive, review, player }: MyPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.part}>
      {review.isMyPartOut ? (
        <p className={styles.note}>あなたの声と映像は、この動画から外しました。</p>
      ) : (
        <Button onClick={() => setIsOpen(true)}>自分の発言を外す</Button>
      )}
      {isOpen && <MyPartDialog archive={archive} review={review} player={player} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
