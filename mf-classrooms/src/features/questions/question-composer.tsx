import { MAX_QUESTION_LENGTH } from '@manabiba/shared/contract/limits';
import { askQuestion } from '@manabiba/shared/data/endpoints';
import { countCharacters } from '@manabiba/shared/format/count';
import { toast, useEndpointMutation, useIsOnline } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { draftOf, keepDraft } from '../../core/room/drafts';

import styles from './questions.module.css';

/** A field for a question. What was typed stays after a refusal, and while another tab is open. */
export function QuestionComposer({ classroomId }: { classroomId: string }) {
  const draftKey = `${classroomId} question`;
  const [text, setText] = useState(() => draftOf(draftKey));
  const [problem, setProblem] = useState<string>();
  const isOnline = useIsOnline();
  const { run, isRunning } = useEndpointMutation(askQuestion, {
    onSuccess: (_question, { body }) => {
      // The next question may have been typed meanwhile.
      if (draftOf(draftKey).trim() === body.body) change('');
      toast.success('質問を送りました。');
    },
    onError: (error) => setProblem(error.fields['body'] ?? error.message),
  });

  function change(next: string) {
    keepDraft(draftKey, next);
    setText(next);
    setProblem(undefined);
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (!isOnline) return;
    const refusal = problemOf(body);
    setProblem(refusal);
    if (refusal === undefined) void run({ params: { id: classroomId }, body: { body } }).catch(() => undefined);
  };
  return (
    <form className={styles.composer} noValidate onSubmit={handleSubmit}>
      {!isOnline && (
        <p className={styles.offline} role="status">
          オフラインのため送信できません。入力した内容は残ります。
        </p>
      )}
      <TextArea
        label="質問"
        isLabelHidden
        rows={1}
        className={styles.input}
        placeholder="質問を書く"
        maxCharacters={text === '' ? undefined : MAX_QUESTION_LENGTH}
        value={text}
        error={problem}
        onChange={(event) => change(event.target.value)}
      />
      <IconButton
        type="submit"
        label="質問する"
        isOutlined
        aria-busy={isRunning}
        disabled={text.trim() === '' || isRunning || !isOnline}
      >
        <Icon icon={Send} />
      </IconButton>
    </form>
  );
}

function problemOf(body: string): string | undefined {
  if (body === '') return '質問を入力してください。';
  return countCharacters(body) > MAX_QUESTION_LENGTH
    ? `質問は${MAX_QUESTION_LENGTH}文字以内で入力してください。`
    : undefined;
}
