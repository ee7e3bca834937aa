import { ARCHIVE_REVIEW_DAYS } from '@manabiba/shared/contract/limits';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { updateRecordingConsent } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useEffect, useRef } from 'react';

import type { RoomContext } from '../../../core/room/room-context';
import { playRecordingSound } from './recording-sound';
import type { ConsentQuestion } from './use-consent-question';

export interface RecordingCompanionProps {
  classroomId: string;
  isRecording: boolean;
  mine: RoomUserDoc | undefined;
  stay: Pick<RoomContext, 'hasConsented' | 'keepConsent'>;
  consent: ConsentQuestion;
  /** Whether the room was recorded when the viewer came. */
  wasRecording: boolean;
}

/** Announces, also by a sound, when recording begins and ends, and lets the viewer decide about themselves. */
export function RecordingCompanion({ isRecording, wasRecording, ...props }: RecordingCompanionProps) {
  const known = useRef(wasRecording);
  useEffect(() => {
    if (known.current === isRecording) return;
    known.current = isRecording;
    toast.message(isRecording ? '録画が始まりました。' : '録画が終わりました。');
    playRecordingSound(isRecording);
  }, [isRecording]);
  return <ConsentDialog {...props} isOpen={isRecording && props.consent.isAsking} />;
}

type ConsentDialogProps = Omit<RecordingCompanionProps, 'isRecording' | 'wasRecording'> & { isOpen: boolean };

function ConsentDialog({ classroomId, mine, stay, consent, isOpen }: ConsentDialogProps) {
  const { run, isRunning } = useEndpointMutation(updateRecordingConsent, { onError: showMessageFor });
  const decide = async (agrees: boolean) => {
    await run({ params: { id: classroomId }, body: { agrees } });
    stay.keepConsent(agrees);
    consent.close();
  };
  const handleDecision = (agrees: boolean) => () => void decide(agrees).catch(() => undefined);
  const isAwaited = mine?.awaitsConsent === true;
  const mayTakeBack = !isAwaited && stay.hasConsented;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={consent.close}
      title="この教室は録画されています"
      size="small"
      isBusy={isRunning}
      footer={
        isAwaited ? (
          <>
            <Button onClick={consent.close}>同意せずに聞く</Button>
            <Button variant="primary" data-autofocus isLoading={isRunning} onClick={handleDecision(true)}>
              同意して話す
            </Button>
          </>
        ) : (
          <>
            {mayTakeBack && (
              <Button isLoading={isRunning} onClick={handleDecision(false)}>
                同意を取り消す
              </Button>
            )}
            <Button variant="primary" data-autofocus onClick={consent.close}>
              閉じる
            </Button>
          </>
        )
      }
    >
      {isAwaited ? (
        <p>
          発言やカメラの映像が録画に残り、終了後にアーカイブとして公開されることがあります。公開の前の
          {ARCHIVE_REVIEW_DAYS}日間は、自分の発言を外せます。同意するまで、マイクとカメラは止まります。
        </p>
      ) : (
        <p>
          {mayTakeBack
            ? '同意を取り消すと、マイクとカメラが止まり、あなたの録画もそこで終わります。それまでの発言は、終了後にアーカイブのページで外せます。'
            : '聞くだけの方と、18歳未満の方の声や映像は録画に残りません。'}
        </p>
      )}
    </Dialog>
  );
}
