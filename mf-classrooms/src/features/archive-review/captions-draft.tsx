import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { deleteCaptionsDraft, getCaptionsDraft } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { useState } from 'react';

import { CaptionsDraftDialog, type Draft } from './captions-draft-dialog';

import styles from './archive-review.module.css';

/** The draft that was made of the live captions, until the host publishes or discards it. */
export function CaptionsDraft({ archive }: { archive: ArchiveDetail }) {
  // The editor keeps the draft that it was opened with, whatever a newer answer has.
  const [edited, setEdited] = useState<Draft | null>(null);
  return (
    <>
      <DraftNotice archive={archive} onEdit={setEdited} />
      {edited && <CaptionsDraftDialog archiveId={archive.id} draft={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface DraftNoticeProps {
  archive: ArchiveDetail;
  onEdit: (draft: Draft) => void;
}

/** Says that there is a draft, which can be reviewed or discarded. */
function DraftNotice({ archive: { id, state, captionUrl }, onEdit }: DraftNoticeProps) {
  const hasVideo = state === 'ready' || state === 'hidden';
  const { data, error, retry } = useEndpoint(getCaptionsDraft, hasVideo ? { params: { id } } : null);
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(deleteCaptionsDraft, {
    onSuccess: () => toast.success('字幕の下書きを破棄しました。'),
    onError: showMessageFor,
  });
  if (error && !data)
    return (
      <div className={styles.actions}>
        <p className={styles.note}>字幕の下書きを読み込めませんでした。</p>
        <Button onClick={retry}>もう一度読み込む</Button>
      </div>
    );
  if (!data || data.cues.length === 0) return null;
  const close = () => setIsAsking(false);
  return (
    <>
      <Notice>
        話した内容から、字幕の下書きを{data.cues.length}件作りました。
        {captionUrl === null ? '確かめて直し、字幕として公開できます。' : '公開すると、いまの字幕と入れ替わります。'}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={() => onEdit(data)}>下書きを確かめる</Button>
        <Button variant="ghost" onClick={() => setIsAsking(true)}>
          下書きを破棄する
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        onConfirm={() => void run({ params: { id } }).then(close, close)}
        title="字幕の下書きを破棄しますか"
        confirmLabel="破棄する"
        isLoading={isRunning}
        isDanger
      >
        元には戻せません。公開中の字幕は、そのまま残ります。
      </ConfirmDialog>
    </>
  );
}
