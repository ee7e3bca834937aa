import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { getMyPart, takeUtterancesOut } from '@manabiba/shared/data/endpoints';
import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { paths, showMessageFor, toast, useEndpoint, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Phrases } from '@manabiba/shared/ui/phrases';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { type FormEvent, useEffect } from 'react';

import type { Player } from '../../core/playback/player';
import { type Choice, useChoice } from './use-choice';
import { UtteranceList } from './utterance-list';

import styles from './my-part.module.css';

interface MyPartDialogProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
  /** Null until the player's code has loaded, and while there is no video. */
  player: Player | null;
  onClose: () => void;
}

/** 自分の発言を外す: some of what the viewer said, or all of their part. What is out already stays out. */
export function MyPartDialog({ archive, review, player, onClose }: MyPartDialogProps) {
  const choice = useChoice();
  const { takeOut, isRunning } = useTakeOut(archive.id, onClose);
  // What was listened to in the dialog does not play on behind it.
  useEffect(
    () => () => {
      if (player?.read().phase === 'playing') player.pause();
    },
    [player],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice.isEmpty) choice.markMissed();
    else void takeOut(choice.isAll ? undefined : [...choice.chosen]);
  };
  return (
    <FormDialog
      title="自分の発言を外す"
      submitLabel={choice.isAll ? 'すべて外す' : '選んだ発言を外す'}
      isDirty={!choice.isEmpty}
      isSubmitting={isRunning}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        <p>
          <Phrases text="外した部分は、音声を消し、あなたの映像を止め、字幕を空けて公開します。元には戻せません。" />
          {review.publishesAt && (
            <strong>
              {formatMonthDay(review.publishesAt)}
              {formatTime(review.publishesAt)}まで外せます。
            </strong>
          )}
        </p>
        <MyUtterances archive={archive} choice={choice} player={player} />
        <Checkbox
          label="すべて外す"
          hint="声のほか、カメラと共有した画面も、はじめから終わりまで外します。ほかに話した方がいないときは、アーカイブを削除します。"
          checked={choice.isAll}
          onChange={(event) => choice.setIsAll(event.target.checked)}
          {...(choice.isMissed && { error: '外す発言を選んでください。' })}
        />
      </div>
    </FormDialog>
  );
}

interface MyUtterancesProps {
  archive: ArchiveDetail;
  choice: Choice;
  player: Player | null;
}

function MyUtterances({ archive: { id, durationSeconds }, choice, player }: MyUtterancesProps) {
  const { data, error, retry } = useEndpoint(getMyPart, { params: { id } });
  if (error && !data) return <ErrorState title="発言を読み込めませんでした。" onRetry={retry} />;
  if (!data) return <SkeletonRows count={3} isRuled />;
  if (data.utterances.length === 0)
    return (
      <p className={styles.none}>
        {durationSeconds === 0
          ? '動画ができると、発言を一つずつ選べます。'
          : '一つずつ選べる発言は見つかりませんでした。'}
      </p>
    );
  return <UtteranceList utterances={data.utterances} seconds={durationSeconds} choice={choice} player={player} />;
}

/** Takes these utterances out, or without any the whole part, and reports the result. */
function useTakeOut(archiveId: string, onDone: () => void) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(takeUtterancesOut, { onError: showMessageFor });
  async function takeOut(utteranceIds: string[] | undefined): Promise<void> {
    try {
      const { isDeleted } = await run({ params: { id: archiveId }, body: utteranceIds ? { utteranceIds } : {} });
      toast.success(isDeleted ? 'アーカイブを削除しました。' : '発言を外しました。動画を作り直しています。');
      onDone();
      if (isDeleted) void navigate(paths.archives.href());
    } catch {
      // Shown as a toast; the dialog keeps the choice.
    }
  }
  return { takeOut, isRunning };
}
