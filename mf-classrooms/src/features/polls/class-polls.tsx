import type { ClassroomPoll } from '@manabiba/shared/contract/classroom-polls';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomPollAnswers, listClassroomPolls } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { callEndpoint, type ApiError, showMessageFor, useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { saveFile } from '@manabiba/shared/ui/save-file';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { isModerator } from '../../core/room/room-rights';
import { PollBars } from './poll-bars';
import { pollsFile } from './polls-file';

import styles from './polls.module.css';

/**
 * The polls of a class in its records: all results for its moderators, with a file; for attendees what was shown to them.
 * Renders nothing for a class without polls.
 */
export function ClassPolls({ classroom }: { classroom: ClassroomDetail }) {
  const { data, error, retry } = useEndpoint(listClassroomPolls, { params: { id: classroom.id } });
  const leads = isModerator(classroom.myRole);
  if (!data) {
    // Who was never in the room has no polls to see.
    if (error?.code === 'role_required') return null;
    return error ? (
      <ErrorState title="アンケートを表示できませんでした。" onRetry={retry} level={3} />
    ) : (
      <SkeletonRows count={2} />
    );
  }
  const polls = data.items.filter(({ state, isShown }) => (leads ? state !== 'draft' : isShown));
  if (polls.length === 0) return null;
  return (
    <section className={styles.records} aria-labelledby="class-polls">
      <div className={styles.head}>
        <h3 id="class-polls">
          アンケート <small>{formatCount(polls.length)}件</small>
        </h3>
        {leads && <SavePolls classroom={classroom} polls={polls} />}
      </div>
      <ul className={styles.list}>
        {polls.map((poll) => (
          <li key={poll.id} className={styles.row}>
            <h4 className={styles.question}>{poll.question}</h4>
            <p className={styles.soft}>{formatCount(poll.answerCount)}人が回答</p>
            <PollBars poll={poll} mine={poll.myAnswer?.choices} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SavePolls({ classroom, polls }: { classroom: ClassroomDetail; polls: readonly ClassroomPoll[] }) {
  const [isLoading, setIsLoading] = useState(false);
  const handleSave = () => {
    setIsLoading(true);
    callEndpoint(listClassroomPollAnswers, { params: { id: classroom.id } })
      .then(({ items }) => {
        const { name, text } = pollsFile(classroom, polls, items);
        saveFile(name, text, 'text/csv');
      })
      .catch((reason: ApiError) => showMessageFor(reason))
      .finally(() => setIsLoading(false));
  };
  return (
    <Button icon={<Icon icon={Download} />} isLoading={isLoading} onClick={handleSave}>
      CSVで保存
    </Button>
  );
}
