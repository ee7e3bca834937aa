import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { RotateCw, TriangleAlert } from 'lucide-react';

import { Quote } from '../quote';
import type { Outgoing } from './send-queue';

import styles from './room-comments.module.css';

interface OutgoingRowProps {
  outgoing: Outgoing;
  me: SignedInMe;
  onRetry: () => void;
  onDrop: () => void;
}

/** The viewer's own comment before it is delivered: being sent, or failed with the reason. */
export function OutgoingRow({ outgoing: { id, body, replyTo, state, reason }, me, onRetry, onDrop }: OutgoingRowProps) {
  const hasFailed = state === 'failed';
  return (
    <li className={styles.comment} data-row={id}>
      <Avatar person={me} size={32} />
      <div className={styles.words}>
        <p className={styles.head}>
          <strong className={styles.name}>{me.nickname}</strong>
          {!hasFailed && <span className={styles.when}>送信中…</span>}
        </p>
        {replyTo && <Quote quoted={replyTo} />}
        <p className={`${styles.body} ${styles.pending}`}>{body}</p>
        {hasFailed && (
          <div className={styles.failed} role="alert">
            <p>
              <Icon icon={TriangleAlert} size={16} />
              <span>{`送信できませんでした。${reason ?? ''}`}</span>
            </p>
            <span>
              <Button size="small" icon={<Icon icon={RotateCw} size={16} />} onClick={onRetry}>
                もう一度送信
              </Button>
              <Button size="small" variant="ghost" onClick={onDrop}>
                取り消す
              </Button>
            </span>
          </div>
        )}
      </div>
    </li>
  );
}
