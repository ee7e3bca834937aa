import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_RATING_NOTE_LENGTH } from '@manabiba/shared/contract/limits';
import { type getMyRating as MyRatingCall, type RatedKind, saveRatingBody } from '@manabiba/shared/contract/ratings';
import { saveRating } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextArea } from '@manabiba/shared/ui/text-area';
import * as z from 'zod/mini';

import { StarChoice } from './star-choice';

import styles from './ratings.module.css';

export type MyRating = EndpointOutput<typeof MyRatingCall>;

/** A radio group holds the number as text; empty is no choice. */
const schema = z.object({
  stars: z.pipe(z.coerce.number<string>(), saveRatingBody.shape.stars),
  note: saveRatingBody.shape.note,
});

interface RatingFormProps {
  ratedKind: RatedKind;
  ratedId: string;
  mine: MyRating;
  /** Closes the form of a rating that is changed. */
  onClose: () => void;
}

const legends: Record<RatedKind, string> = {
  classroom: 'この教室はいかがでしたか',
  event: 'このイベントはいかがでしたか',
  archive: 'このアーカイブはいかがでしたか',
};

/** Stars and optional words, for everybody to read. */
export function RatingForm({ ratedKind, ratedId, mine, onClose }: RatingFormProps) {
  const { rating, canWrite } = mine;
  const { run } = useEndpointMutation(saveRating);
  const { field, isDirty, isSending, message, handleSubmit } = useEndpointForm({
    defaultValues: { stars: rating ? String(rating.stars) : '', note: rating?.note ?? '' },
    schema,
    onSend: async (body) => {
      await run({ params: { ratedKind, ratedId }, body });
      toast.success(rating ? 'レビューを直しました。' : 'レビューを公開しました。ありがとうございます。');
      onClose();
      // Nothing is unsaved until the new rating has loaded.
      return { stars: String(body.stars), note: body.note };
    },
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <StarChoice legend={legends[ratedKind]} {...field('stars')} />
      {canWrite ? (
        <TextArea
          label="ひとこと(任意)"
          hint={readersOf(mine)}
          maxCharacters={MAX_RATING_NOTE_LENGTH}
          {...field('note')}
        />
      ) : (
        <p className={styles.soft}>{readersOf(mine)}</p>
      )}
      <LeaveGuard isDirty={isDirty} />
      {message && <FieldError>{message}</FieldError>}
      <div className={styles.send}>
        <Button type="submit" variant="primary" isLoading={isSending}>
          {rating ? 'レビューを直す' : 'レビューを公開する'}
        </Button>
        {rating && (
          <Button disabled={isSending} onClick={onClose}>
            キャンセル
          </Button>
        )}
      </div>
    </form>
  );
}

/** Who reads it, and under which name. */
function readersOf({ rating, isNamed }: MyRating): string {
  const readers =
    rating?.isPublic === false
      ? 'これまではホストだけに届いていました。直すと、だれでも読めます。'
      : 'だれでも読めます。';
  return `${readers}${isNamed ? 'お名前も表示されます。' : 'お名前は表示されず、「受講者」となります。'}`;
}
