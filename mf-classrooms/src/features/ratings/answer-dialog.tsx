import { MAX_RATING_ANSWER_LENGTH } from '@manabiba/shared/contract/limits';
import type { Rating } from '@manabiba/shared/contract/ratings';
import { answerRating } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, useState } from 'react';

import { RatingRow } from './rating-row';

import styles from './ratings.module.css';

/** The host's one answer to a rating, or a change of it. Keeps the words after a failure. */
export function AnswerDialog({ rating, onClose }: { rating: Rating; onClose: () => void }) {
  const [body, setBody] = useState(rating.answer?.body ?? '');
  const { run, isRunning, error } = useEndpointMutation(answerRating, {
    onSuccess: () => {
      toast.success('返信を公開しました。');
      onClose();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog shows the error.
    void run({ params: { ratingId: rating.id }, body: { body } }).catch(() => undefined);
  };
  return (
    <Dialog
      isOpen
      title={rating.answer ? '返信を直す' : 'レビューに返信する'}
      onClose={onClose}
      onSubmit={handleSubmit}
      isBusy={isRunning}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" variant="primary" isLoading={isRunning}>
            返信を公開する
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {error && !error.fields['body'] && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        <div>
          <RatingRow rating={{ ...rating, answer: null }} />
        </div>
        <TextArea
          label="返信"
          hint={rating.isPublic ? 'レビューとともに、だれでも読めます。' : 'レビューを書いた方だけが読めます。'}
          rows={4}
          maxCharacters={MAX_RATING_ANSWER_LENGTH}
          value={body}
          error={error?.fields['body']}
          onChange={(event) => setBody(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
