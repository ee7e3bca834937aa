import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { cutArchive } from '@manabiba/shared/data/endpoints';
import { formatLength } from '@manabiba/shared/format/duration';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { TextField } from '@manabiba/shared/ui/text-field';
import * as z from 'zod/mini';

import { readLength } from './chapter-text';

import styles from './archive-review.module.css';

interface CutDialogProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
  onClose: () => void;
}

/** A length as it is typed, such as 1:30, in seconds. */
const length = z.pipe(
  z.pipe(z.string(), z.transform(readLength)),
  z.number({ error: '「1:30」の形で入力してください。' }),
);
const schema = z.object({ startSeconds: length, endSeconds: length });

/** Cuts the start and the end off. Both are counted from the whole recording, so that a cut can be undone. */
export function CutDialog({ archive, review, onClose }: CutDialogProps) {
  const { run } = useEndpointMutation(cutArchive);
  const { field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { startSeconds: formatLength(review.cutStart), endSeconds: formatLength(review.cutEnd) },
    schema,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      await run({ params: { id: archive.id }, body });
      toast.success('動画を作り直しています。');
      onClose();
    },
  });
  return (
    <FormDialog
      title="前後を切る"
      submitLabel="切る"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p>
          録画のはじめと終わりから切る長さを、分と秒で入力してください。あとから変えられます。字幕は外れるので、もう一度追加してください。
        </p>
        <TextField label="はじめから切る長さ" {...field('startSeconds')} />
        <TextField label="終わりから切る長さ" {...field('endSeconds')} />
      </div>
    </FormDialog>
  );
}
