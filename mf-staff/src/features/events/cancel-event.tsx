import type { StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { cancelStaffEvent } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';

import shared from '../../core/staff-parts.module.css';
import styles from './events.module.css';

type Cancellation = NonNullable<StaffEventRecord['cancellation']>;

/** Cancels an event; nothing when that is not possible any more. */
export function CancelEvent({ record: { event, cancellation } }: { record: StaffEventRecord }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!cancellation) return null;
  return (
    <section aria-labelledby="cancel-title" className={shared.part}>
      <h2 id="cancel-title">中止</h2>
      <p className={shared.note}>主催者が中止するときと同じです。席はすべて取り消され、お支払いは全額返金されます。</p>
      <Button variant="danger-quiet" className={styles.cancel} onClick={() => setIsAsking(true)}>
        イベントを中止する
      </Button>
      {isAsking && (
        <CancelDialog
          id={event.id}
          title={event.title}
          cancellation={cancellation}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

interface CancelDialogProps {
  id: string;
  title: string;
  cancellation: Cancellation;
  onClose: () => void;
}

function CancelDialog({ id, title, cancellation, onClose }: CancelDialogProps) {
  const { run, isRunning } = useEndpointMutation(cancelStaffEvent);
  const { make, reasonError } = useDialogCall({
    done: 'イベントを中止しました。返金の手続きを始めます。',
    stale: {
      already: 'このイベントは、すでに中止されています。',
      conflict: 'このイベントは始まったため、中止できません。',
    },
    onClose,
  });

  return (
    <ReasonDialog
      title={`「${title}」を中止しますか`}
      label={cancellation.refund > 0 ? '中止して全額返金' : '中止する'}
      field="理由(参加者に届きます)"
      error={reasonError}
      isDanger
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { id }, body: { reason } }))}
      onClose={onClose}
    >
      <Consequences cancellation={cancellation} />
    </ReasonDialog>
  );
}

function Consequences({ cancellation: { applications, others, payments, refund } }: { cancellation: Cancellation }) {
  return (
    <ul className={styles.consequences}>
      <li>
        申し込んだ{applications.toLocaleString('ja-JP')}人
        {others > 0 && <span>{`と、お支払い待ちやキャンセル待ちの${others.toLocaleString('ja-JP')}人`}</span>}
        <span>の申し込みが取り消され、中止をお知らせします。</span>
      </li>
      <li>
        {refund > 0
          ? `${payments.toLocaleString('ja-JP')}件のお支払い、合わせて${formatYen(refund)}を全額返金します。`
          : '返金が必要なお支払いはありません。'}
      </li>
      <li>元に戻すことはできません。</li>
    </ul>
  );
}
