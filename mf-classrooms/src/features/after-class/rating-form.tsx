import { type ClassroomSummary, rateClassroomBody } from '@manabiba/shared/contract/classroom-ratings';
import { MAX_RATING_NOTE_LENGTH } from '@manabiba/shared/contract/limits';
import { rateClassroom } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextArea } from '@manabiba/shared/ui/text-area';
import * as z from 'zod/mini';

import { StarChoice } from './star-choice';

import styles from './after-class.module.css';

/** A radio group holds the number as text; empty is no choice. */
const schema = z.object({
  stars: z.pipe(z.coerce.number<string>(), rateClassroomBody.shape.stars),
  note: rateClassroomBody.shape.note,
});

interface RatingFormProps {
  classroomId: string;
  rating: ClassroomSummary['rating'];
  /** Until when the rating can be changed. */
  until: string;
}

/** The one question after a class: stars and an optional sentence, for its host alone. */
export function RatingForm({ classroomId, rating, until }: RatingFormProps) {
  const { run } = useEndpointMutation(rateClassroom);
  const { field, isDirty, isSending, isSaved, message, handleSubmit } = useEndpointForm({
    defaultValues: { stars: rating ? String(rating.stars) : '', note: rating?.note ?? '' },
    schema,
    onSend: async (body) => {
      const { stars, note } = await run({ params: { id: classroomId }, body });
      return { stars: String(stars), note };
    },
  });
  const wasSent = isSaved || rating !== null;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <StarChoice legend="この教室はいかがでしたか" {...field('stars')} />
      <TextArea
        label="ひとこと(任意)"
        hint="ホストだけに届きます。18歳未満の方のお名前は伝わりません。"
        maxCharacters={MAX_RATING_NOTE_LENGTH}
        {...field('note')}
      />
      {message && <FieldError>{message}</FieldError>}
      <div className={styles.send}>
        <Button type="submit" variant="primary" isLoading={isSending} disabled={wasSent && !isDirty}>
          {wasSent ? '感想を直す' : '感想を送る'}
        </Button>
        <p className={styles.soft}>
          <span role="status">{isSaved && !isDirty && '感想を送りました。ありがとうございます。'}</span>
          <span>
            <DateTime value={until} style="day" />
            まで、何度でも直せます。
          </span>
        </p>
      </div>
    </form>
  );
}
