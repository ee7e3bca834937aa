import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { takeMyPartOut } from '@manabiba/shared/data/endpoints';
import { paths, showMessageFor, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import styles from './archive-review.module.css';

interface MyPartProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
}

/** 自分の発言を外す, until the publication. */
export function MyPart({ archive, review: { isMyPartOut } }: MyPartProps) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(takeMyPartOut, { onError: showMessageFor });
  const takeOut = async () => {
    const { isDeleted } = await run({ params: { id: archive.id } });
    setIsAsking(false);
    toast.success(isDeleted ? 'アーカイブを削除しました。' : '発言を外しました。動画を作り直しています。');
    if (isDeleted) void navigate(paths.archives.href());
  };
  if (isMyPartOut) return <p className={styles.note}>あなたの声と映像は、この動画から外しました。</p>;
  return (
    <div className={styles.part}>
      <Button onClick={() => setIsAsking(true)}>自分の発言を外す</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void takeOut().catch(() => undefined)}
        title="自分の発言を外しますか"
        confirmLabel="発言を外す"
        isLoading={isRunning}
      >
        あなたの声と、カメラや画面の映像を動画から外します。元には戻せません。ほかに話した方がいないときは、アーカイブを削除します。
      </ConfirmDialog>
    </div>
  );
}
