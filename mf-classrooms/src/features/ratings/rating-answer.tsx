import { MAX_RATING_ANSWER_LENGTH } from '@manabiba/shared/contract/limits';
import type { Rating } from '@manabiba/shared/contract/ratings';
import { answerRating } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';

import { AnswerDialog } from '../../core/dialogs/answer-dialog';
import { RatingRow } from './rating-row';

/** The host's one answer to a rating, or a change of it. */
export function RatingAnswer({ rating, onClose }: { rating: Rating; onClose: () => void }) {
  const { run, isRunning, error } = useEndpointMutation(answerRating);
  return (
    <AnswerDialog
      title={rating.answer ? '返信を直す' : 'レビューに返信する'}
      sendLabel="返信を公開する"
      success="返信を公開しました。"
      field={{
        name: 'body',
        label: '返信',
        hint: rating.isPublic ? 'レビューとともに、だれでも読めます。' : 'レビューを書いた方だけが読めます。',
        rows: 4,
        maxCharacters: MAX_RATING_ANSWER_LENGTH,
      }}
      initialAnswer={rating.answer?.body ?? ''}
      isSending={isRunning}
      error={error}
      onSend={(body) => run({ params: { ratingId: rating.id }, body: { body } })}
      onClose={onClose}
    >
      <RatingRow rating={{ ...rating, answer: null }} />
    </AnswerDialog>
  );
}
