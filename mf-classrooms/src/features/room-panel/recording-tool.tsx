import { updateClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Circle, Square } from 'lucide-react';
import { useState } from 'react';

import { useOnlineGuard } from '../../core/room/use-online-guard';

/** The host's switch for the recording. Everybody is notified of it, so turning it on is confirmed first. */
export function RecordingTool({ classroomId, isRecording }: { classroomId: string; isRecording: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(updateClassroom, { onError: showMessageFor });
  const guard = useOnlineGuard();
  const record = async (recording: boolean) => {
    await run({ params: { id: classroomId }, body: { recording } }).catch(() => undefined);
    setIsAsking(false);
  };
  return (
    <>
      <Button
        icon={<Icon icon={isRecording ? Square : Circle} />}
        isLoading={isRunning}
        onClick={() => (isRecording ? guard(() => void record(false)) : setIsAsking(true))}
      >
        {isRecording ? '録画を止める' : '録画を始める'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => guard(() => void record(true))}
        title="録画を始めますか"
        confirmLabel="録画を始める"
        isLoading={isRunning}
      >
        参加者全員に知らせ、話す方には同意をお願いします。聞くだけの方と、18歳未満の方の声や映像は残りません。録画は、7日間の確認のあと、アーカイブとして公開します。
      </ConfirmDialog>
    </>
  );
}
