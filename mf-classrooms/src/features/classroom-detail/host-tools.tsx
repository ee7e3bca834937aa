import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { deleteClassroom } from '@manabiba/shared/data/endpoints';
import { Link, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { ClipboardList, Copy, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { attendanceHref } from '../../core/classroom/classroom-path';
import { canSeeAttendance, hostActions } from '../../core/classroom/classroom-permissions';
import { endSentence, roomNoun } from '../../core/classroom/event-room';

import styles from './classroom-detail.module.css';

interface HostToolsProps {
  classroom: ClassroomDetail;
  onEdit: () => void;
  /** Absent for users who cannot create classrooms. */
  onDuplicate: ((classroom: ClassroomDetail) => void) | undefined;
  /** Tools from other features. */
  tools: ReactNode;
}

/** The host's tools: edit, duplicate, cancel or end (with confirmation); also for co-hosts: attendance. */
export function HostTools({ classroom, onEdit, onDuplicate, tools }: HostToolsProps) {
  const { canEdit, canDuplicate, canCancel, canEnd } = hostActions(classroom);
  const noun = roomNoun(classroom);
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(deleteClassroom, {
    onSuccess: () => toast.success(canEnd ? `${noun}を終了しました。` : '教室を中止しました。'),
    onError: showMessageFor,
  });

  const handleConfirm = () => {
    run({ params: { id: classroom.id } })
      .catch(() => undefined)
      .finally(() => setIsAsking(false));
  };
  return (
    <div className={styles.hostTools}>
      {canSeeAttendance(classroom) && (
        <Link className={buttonClass()} to={attendanceHref(classroom.id)}>
          <Icon icon={ClipboardList} />
          出席の記録
        </Link>
      )}
      {canEdit && (
        <Button icon={<Icon icon={Pencil} />} onClick={onEdit}>
          編集する
        </Button>
      )}
      {tools}
      {canDuplicate && onDuplicate && (
        <Button icon={<Icon icon={Copy} />} onClick={() => onDuplicate(classroom)}>
          複製
        </Button>
      )}
      {(canCancel || canEnd) && (
        <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
          {canEnd ? '終了する' : '教室を中止'}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking && (canCancel || canEnd)}
        onClose={() => setIsAsking(false)}
        onConfirm={handleConfirm}
        isLoading={isRunning}
        isDanger
        title={canEnd ? `${noun}を終了しますか` : '教室を中止しますか'}
        confirmLabel={canEnd ? '終了する' : '中止する'}
        cancelLabel="やめておく"
      >
        {canEnd ? endSentence(classroom) : cancelSentence(classroom)}
      </ConfirmDialog>
    </div>
  );
}

function cancelSentence({ name, reservedCount }: ClassroomDetail): string {
  const reservations = reservedCount > 0 ? `${reservedCount}人の方の予約は取り消されます。` : '';
  return `「${name}」を中止します。${reservations}中止した教室は元に戻せません。`;
}
