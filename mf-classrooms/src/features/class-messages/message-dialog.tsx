import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listSentClassroomMessages, sendClassroomMessage } from '@manabiba/shared/data/endpoints';
import { MessageComposer, SentMessageList } from '@manabiba/shared/people/written-messages';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useAskBeforeClosing } from '@manabiba/shared/ui/use-ask-before-closing';
import { useState } from 'react';

import styles from './message-dialog.module.css';

const words = { noun: '教室', later: 'この教室のページでも読めます。' };
const before = {
  ...words,
  recipients: '予約した',
  noRecipients: '予約した方がいると、ここからメッセージを送れます。教室が終わったあとは、参加した方に送れます。',
};
const afterwards = {
  ...words,
  recipients: '参加した',
  noRecipients: '参加した方がいないため、メッセージを送れません。',
};

/** What the host writes to those who reserved a class or, once it has ended, attended it, and has written before. */
export function MessageDialog({
  classroom: { id, state },
  onClose,
}: {
  classroom: ClassroomDetail;
  onClose: () => void;
}) {
  const { data, error, retry } = useEndpoint(listSentClassroomMessages, { params: { id } }, { maxAgeSeconds: 0 });
  const { run } = useEndpointMutation(sendClassroomMessage);
  const [isDirty, setIsDirty] = useState(false);
  const { close, question } = useAskBeforeClosing(isDirty, onClose);
  return (
    <>
      <Dialog isOpen title="参加者へのメッセージ" onClose={close}>
        {data ? (
          <>
            <MessageComposer
              {...data}
              words={state === 'ended' ? afterwards : before}
              send={(body) => run({ params: { id }, body })}
              onDirtyChange={setIsDirty}
            />
            {data.items.length > 0 && (
              <>
                <h3 className={styles.heading}>送ったメッセージ</h3>
                <SentMessageList items={data.items} />
              </>
            )}
          </>
        ) : error ? (
          <ErrorState title="メッセージを表示できませんでした。" onRetry={retry} level={3} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </Dialog>
      {question}
    </>
  );
}
