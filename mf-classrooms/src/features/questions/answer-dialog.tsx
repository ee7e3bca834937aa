import { MAX_ANSWER_LENGTH } from '@manabiba/shared/contract/limits';
import { toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, useState } from 'react';

import type { QuestionView } from './question-view';
import type { QuestionActs } from './use-question-acts';

import styles from './questions.module.css';

interface AnswerDialogProps {
  question: QuestionView;
  acts: Pick<QuestionActs, 'answer' | 'isAnswering' | 'answerError'>;
  onClose: () => void;
}

/** Marks a question as answered, with words for those who read it later if the host likes. Keeps them after a failure. */
export function AnswerDialog({ question, acts, onClose }: AnswerDialogProps) {
  const [answer, setAnswer] = useState(question.answer);
  const { isAnswering, answerError } = acts;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void acts.answer(question.id, answer.trim()).then(
      () => {
        toast.success('回答済みにしました。');
        onClose();
      },
      // The dialog shows the error.
      () => undefined,
    );
  };
  return (
    <Dialog
      isOpen
      title={question.state === 'open' ? '回答済みにする' : '回答を書く'}
      onClose={onClose}
      onSubmit={handleSubmit}
      isBusy={isAnswering}
      footer={
        <>
          <Button disabled={isAnswering} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" variant="primary" isLoading={isAnswering}>
            回答済みにする
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {answerError && !answerError.fields['answer'] && (
          <Notice tone="error" role="alert">
            {answerError.message}
          </Notice>
        )}
        <blockquote className={styles.quote}>{question.body}</blockquote>
        <TextArea
          label="回答(任意)"
          hint="口頭で答えたときは、空のままでかまいません。"
          rows={3}
          maxCharacters={MAX_ANSWER_LENGTH}
          value={answer}
          error={answerError?.fields['answer']}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
