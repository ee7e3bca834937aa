import { MAX_ANSWER_LENGTH } from '@manabiba/shared/contract/limits';

import { AnswerDialog } from '../../core/dialogs/answer-dialog';
import type { QuestionView } from './question-view';
import type { QuestionActs } from './use-question-acts';

import styles from './questions.module.css';

interface QuestionAnswerProps {
  question: QuestionView;
  acts: Pick<QuestionActs, 'answer' | 'isAnswering' | 'answerError'>;
  onClose: () => void;
}

/** Marks a question as answered, with words for those who read it later if the host likes. */
export const QuestionAnswer = ({ question, acts, onClose }: QuestionAnswerProps) => (
  <AnswerDialog
    title={question.state === 'open' ? '回答済みにする' : '回答を書く'}
    sendLabel="回答済みにする"
    success="回答済みにしました。"
    field={{
      name: 'answer',
      label: '回答(任意)',
      hint: '口頭で答えたときは、空のままでかまいません。',
      rows: 3,
      maxCharacters: MAX_ANSWER_LENGTH,
    }}
    initialAnswer={question.answer}
    isSending={acts.isAnswering}
    error={acts.answerError}
    onSend={(answer) => acts.answer(question.id, answer)}
    onClose={onClose}
  >
    <blockquote className={styles.quote}>{question.body}</blockquote>
  </AnswerDialog>
);
