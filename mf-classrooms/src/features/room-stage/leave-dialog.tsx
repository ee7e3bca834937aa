import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { deleteClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';

import { endSentence, roomNoun } from '../../core/classroom/event-room';

import styles from './room-stage.module.css';

interface LeaveDialogProps {
  classroom: ClassroomDetail;
  isOpen: boolean;
  onClose: () => void;
  /** Leaves without ending the class. */
  onLeave: () => void;
  /** Called when the class has ended. */
  onEnded: () => void;
}

/** Asks the host whether to end the class for everyone or only leave for now. */
export function LeaveDialog({ classroom, isOpen, onClose, onLeave, onEnded }: LeaveDialogProps) {
  const { run, isRunning } = useEndpointMutation(deleteClassroom, { onSuccess: onEnded, onError: showMessageFor });
  const end = () => void run({ params: { id: classroom.id } }).catch(() => undefined);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${roomNoun(classroom)}を終了しますか`}
      size="small"
      isBusy={isRunning}
      footer={
        <>
          <Button data-autofocus disabled={isRunning} onClick={onClose}>
            やめておく
          </Button>
          <Button variant="danger" isLoading={isRunning} onClick={end}>
            終了する
          </Button>
        </>
      }
    >
      <p>{endSentence(classroom)}</p>
      <div className={styles.aside}>
        <p>
          {classroom.eventId === null
            ? '少しだけ離れるときは、終了せずに退出できます。5分以内に戻らないと、教室は自動で終了します。'
            : '少しだけ離れるときは、終了せずに退出できます。'}
        </p>
        <Button size="small" disabled={isRunning} onClick={onLeave}>
          終了せずに退出する
        </Button>
      </div>
    </Dialog>
  );
}
