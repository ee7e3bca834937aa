import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { cutArchive } from '@manabiba/shared/data/endpoints';
import { formatLength } from '@manabiba/shared/format/duration';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { readLength } from './chapter-text';

import styles from './archive-review.module.css';

interface CutDialogProps {
  archive: ArchiveDetail;
  review: NonNullable<ArchiveDetail['review']>;
  onClose: () => void;
}

/** Cuts the start and the end off. Both are counted from the whole recording, so that a cut can be undone. */
export function CutDialog({ archive, review, onClose }: CutDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { run, isRunning, error } = useEndpointMutation(cutArchive, {
    onError: (failure) => {
      if (Object.keys(failure.fields).length === 0) showMessageFor(failure);
    },
  });
  const cut = async (event: FormEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const startSeconds = readLength(String(values.get('startSeconds')));
    const endSeconds = readLength(String(values.get('endSeconds')));
    setWrong([...(startSeconds === null ? ['startSeconds'] : []), ...(endSeconds === null ? ['endSeconds'] : [])]);
    if (startSeconds === null || endSeconds === null) return;
    try {
      await run({ params: { id: archive.id }, body: { startSeconds, endSeconds } });
      toast.success('動画を作り直しています。');
      onClose();
    } catch {
      // Shown by the dialog, which keeps what was typed.
    }
  };
  const errorOf = (name: 'startSeconds' | 'endSeconds') =>
    wrong.includes(name) ? '「1:30」の形で入力してください。' : error?.fields[name];
  return (
    <FormDialog
      title="前後を切る"
      submitLabel="切る"
      isDirty={isDirty}
      isSubmitting={isRunning}
      onSubmit={(event) => void cut(event)}
      onInput={() => setIsDirty(true)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p>
          録画のはじめと終わりから切る長さを、分と秒で入力してください。あとから変えられます。字幕は外れるので、もう一度追加してください。
        </p>
        <TextField
          name="startSeconds"
          label="はじめから切る長さ"
          defaultValue={formatLength(review.cutStart)}
          error={errorOf('startSeconds')}
        />
        <TextField
          name="endSeconds"
          label="終わりから切る長さ"
          defaultValue={formatLength(review.cutEnd)}
          error={errorOf('endSeconds')}
        />
      </div>
    </FormDialog>
  );
}
