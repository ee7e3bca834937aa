import type { ClassroomPoll } from '@manabiba/shared/contract/classroom-polls';
import { MAX_POLLS } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { PollForm } from './poll-form';
import { PollRow } from './poll-row';
import { useLedPolls } from './use-led-polls';

import styles from './polls.module.css';

interface PollDialogProps {
  classroomId: string;
  /** Polls can be opened; before the class they are only prepared. */
  isInRoom: boolean;
  onClose: () => void;
}

/** The polls of a class for its moderators: the open one with its live results, what is prepared, and what is over. */
export function PollDialog({ classroomId, isInRoom, onClose }: PollDialogProps) {
  const { data, error, retry } = useLedPolls(classroomId, isInRoom);
  const [edited, setEdited] = useState<ClassroomPoll | 'new'>();
  const items = data?.items ?? [];
  const hasOpen = items.some(({ state }) => state === 'open');
  if (edited)
    return (
      <PollForm
        {...{ classroomId }}
        canOpen={isInRoom && !hasOpen}
        poll={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="アンケート"
      footer={
        <Button
          variant="primary"
          icon={<Icon icon={Plus} />}
          disabled={!data || items.length >= MAX_POLLS}
          onClick={() => setEdited('new')}
        >
          アンケートを作る
        </Button>
      }
    >
      {!data && error && <ErrorState title="アンケートを表示できませんでした。" onRetry={retry} level={3} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && items.length === 0 && (
        <EmptyState title="アンケートはまだありません。" level={3}>
          {isInRoom
            ? '作ると、すぐに始められます。参加者の画面に質問が出ます。'
            : 'いま作っておくと、教室が始まってからすぐに出せます。'}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.toSorted(openFirst).map((poll) => (
            <PollRow
              key={poll.id}
              {...{ classroomId, poll, isInRoom }}
              canOpen={isInRoom && !hasOpen}
              onEdit={() => setEdited(poll)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const order: Record<ClassroomPoll['state'], number> = { open: 0, draft: 1, closed: 2 };

/** What is open, then drafts in the order in which they were prepared, then what is over with the latest first. */
function openFirst(a: ClassroomPoll, b: ClassroomPoll): number {
  return order[a.state] - order[b.state] || (b.openedAt ?? '').localeCompare(a.openedAt ?? '');
}
