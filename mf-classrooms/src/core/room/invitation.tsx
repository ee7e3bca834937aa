import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { getClassroomLink, updateClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';

import { RoomLink } from './room-link';

import styles from './invitation.module.css';

interface InvitationProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  /** Only the host may rotate the key. */
  canRotate: boolean;
}

/**
 * 招待リンク of a private classroom until its end: can be shown, copied, shared, or rotated so that the old link stops
 * working.
 */
export function Invitation({ classroom, canRotate }: InvitationProps) {
  const { data, error, retry } = useEndpoint(getClassroomLink, { params: { id: classroom.id } });
  return (
    <section className={styles.invitation}>
      <h2>招待リンク</h2>
      <p className={styles.hint}>このリンクを知っている人だけが参加できます。</p>
      <RoomLink
        url={data?.url}
        hasFailed={error !== undefined}
        onRetry={retry}
        label="招待リンクのURL"
        share={{ label: '招待リンクを共有', title: classroom.name, text: `「${classroom.name}」への招待` }}
      >
        {canRotate && <RotateKey classroomId={classroom.id} />}
      </RoomLink>
    </section>
  );
}

function RotateKey({ classroomId }: { classroomId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const rotate = useEndpointMutation(updateClassroom, {
    onSuccess: () => toast.success('招待リンクを新しくしました。'),
    onError: showMessageFor,
  });
  const handleConfirm = () => {
    rotate
      .run({ params: { id: classroomId }, body: { rotateKey: true } })
      .catch(() => undefined)
      .finally(() => setIsAsking(false));
  };
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        icon={<Icon icon={RotateCw} size={16} />}
        aria-label="リンクを新しくする"
        onClick={() => setIsAsking(true)}
      >
        新しくする
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isLoading={rotate.isRunning}
        title="招待リンクを新しくしますか"
        confirmLabel="新しくする"
        onConfirm={handleConfirm}
      >
        これまでのリンクでは参加できなくなります。いま参加している方と予約した方は、そのまま参加できます。
      </ConfirmDialog>
    </>
  );
}
