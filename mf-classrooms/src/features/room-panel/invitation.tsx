import { updateClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Link2, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useInvite } from '../../core/use-invite';
import styles from './room-panel.module.css';

interface InvitationProps {
  classroomId: string;
  /** Only the host turns the key. */
  canRotate: boolean;
}

/** 招待リンク of a private room: copied, or made anew so that the old one opens nothing any more. */
export function Invitation({ classroomId, canRotate }: InvitationProps) {
  const [isAsking, setIsAsking] = useState(false);
  const invite = useInvite(classroomId);
  const params = { id: classroomId };
  const rotate = useEndpointMutation(updateClassroom, {
    onSuccess: () => toast.success('招待リンクを新しくしました。'),
    onError: showMessageFor,
  });
  return (
    <section className={styles.group}>
      <h2>招待リンク</h2>
      <p className={styles.hint}>このリンクを知っている人だけが参加できます。</p>
      <div className={styles.actions}>
        <Button size="small" icon={<Icon icon={Link2} size={16} />} isLoading={invite.isRunning} onClick={invite.copy}>リンクをコピー</Button>
        {canRotate && <Button size="small" variant="ghost" icon={<Icon icon={RotateCw} size={16} />} aria-label="リンクを新しくする" onClick={() => setIsAsking(true)}>新しくする</Button>}
      </div>
      <ConfirmDialog
        isOpen={isAsking} onClose={() => setIsAsking(false)} isLoading={rotate.isRunning} title="招待リンクを新しくしますか" confirmLabel="新しくする"
        onConfirm={() => void rotate.run({ params, body: { rotateKey: true } }).catch(() => undefined).finally(() => setIsAsking(false))}
      >
        これまでのリンクでは参加できなくなります。いま参加している方は、そのまま続けられます。
      </ConfirmDialog>
    </section>
  );
}
