import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { publishArchive } from '@manabiba/shared/data/endpoints';
import { formatMonthDay } from '@manabiba/shared/format/date-time';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

import type { Player } from '../../core/playback/player';
import { CaptionsFile } from './captions-file';
import { EditArchiveDialog } from './edit-archive-dialog';
import { MyPart } from './my-part';
import { RecordingActions } from './recording-actions';

import styles from './archive-review.module.css';

interface ArchiveReviewProps {
  archive: ArchiveDetail;
  isHost: boolean;
  /** Null until the player's code has loaded. */
  player: Player | null;
}

/** What the host, and before publication the speakers, see above the description of an archive. */
export function ArchiveReview({ archive, isHost, player }: ArchiveReviewProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel className={styles.panel}>
      <h2>{isHost ? 'アーカイブの管理' : '公開前の確認'}</h2>
      <Progress archive={archive} />
      {isHost && (
        <>
          <div className={styles.actions}>
            <Button icon={<Icon icon={Pencil} />} onClick={() => setIsEditing(true)}>
              {archive.source === 'event' ? 'タイトルと章、価格を直す' : 'タイトルと章を直す'}
            </Button>
            {archive.review && <RecordingActions archive={archive} review={archive.review} />}
            {archive.review?.publishesAt && archive.review.otherSpeakers === 0 && <PublishButton archive={archive} />}
          </div>
          <CaptionsFile archive={archive} />
        </>
      )}
      {archive.review && archive.review.isMyPartRecorded && (
        <MyPart archive={archive} review={archive.review} player={player} />
      )}
      {isEditing && <EditArchiveDialog archive={archive} onClose={() => setIsEditing(false)} />}
    </Panel>
  );
}

const failures = {
  broken_recording: '録画が壊れているため、変換できませんでした。',
  missing_codec: 'この録画の形式には対応していません。',
  no_space: '保存先の空きが足りません。',
  internal: '変換の途中で問題が発生しました。',
} as const;

function Progress({ archive: { state, review } }: { archive: ArchiveDetail }) {
  if (state === 'hidden') return <Notice>非公開にしています。あなただけが見られます。</Notice>;
  if (!review) return null;
  if (state === 'failed')
    return (
      <Notice tone="error" role="alert">
        アーカイブを作れませんでした。{review.failure && <span>{failures[review.failure]}</span>}
        <span>録画は保管しています。</span>
      </Notice>
    );
  return (
    <>
      {state === 'processing' && review.progress < 100 && (
        <div>
          <p className={styles.step}>映像の変換 {review.progress}%</p>
          <progress className={styles.progress} aria-label="準備の進み具合" max={100} value={review.progress} />
        </div>
      )}
      {review.publishesAt && (
        <p className={styles.note}>
          {formatMonthDay(review.publishesAt)}に公開します。それまでは、ホストと話した人だけが見られます。
        </p>
      )}
    </>
  );
}

function PublishButton({ archive }: { archive: ArchiveDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(publishArchive, {
    onSuccess: () => toast.success('アーカイブを公開しました。'),
    onError: showMessageFor,
  });
  const publish = async () => {
    await run({ params: { id: archive.id } }).catch(() => undefined);
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setIsAsking(true)}>
        いま公開する
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void publish()}
        title="アーカイブを公開する"
        confirmLabel="公開する"
        isLoading={isRunning}
      >
        ほかに話した人がいないため、確認の期間を待たずに公開できます。
      </ConfirmDialog>
    </>
  );
}
