import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { getClassroomLink, updateClassroom } from '@manabiba/shared/data/endpoints';
import { shareLink, showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Link2, RotateCw, Share } from 'lucide-react';
import { useState } from 'react';

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
      {data && (
        <TextField
          label="招待リンクのURL"
          isLabelHidden
          readOnly
          value={data.url}
          className={styles.url}
          onFocus={(event) => event.target.select()}
        />
      )}
      {!data && !error && <Skeleton shape="button" width={100} />}
      {!data && error && (
        <p role="alert" className={styles.hint}>
          リンクを表示できませんでした。
          <Button size="small" variant="ghost" onClick={retry}>
            もう一度試す
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        {data && (
          <>
            <Button size="small" icon={<Icon icon={Link2} size={16} />} onClick={() => copy(data.url)}>
              リンクをコピー
            </Button>
            <Button
              size="small"
              icon={<Icon icon={Share} size={16} />}
              aria-label="招待リンクを共有"
              onClick={() =>
                void shareLink({ url: data.url, title: classroom.name, text: `「${classroom.name}」への招待` })
              }
            >
              共有
            </Button>
          </>
        )}
        {canRotate && <RotateKey classroomId={classroom.id} />}
      </div>
    </section>
  );
}

/** Without clipboard permission the link can still be copied by hand. */
function copy(url: string): void {
  navigator.clipboard.writeText(url).then(
    () => toast.success('リンクをコピーしました。'),
    () => toast.message(url),
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
