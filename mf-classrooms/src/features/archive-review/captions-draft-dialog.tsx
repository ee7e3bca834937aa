import type { getCaptionsDraft } from '@manabiba/shared/contract/archive-editing';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_CAPTION_LINE_LENGTH } from '@manabiba/shared/contract/limits';
import { putArchiveCaptions } from '@manabiba/shared/data/endpoints';
import { formatLength } from '@manabiba/shared/format/duration';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, useState } from 'react';

import { writeVtt } from './write-vtt';

import styles from './archive-review.module.css';

export type Draft = EndpointOutput<typeof getCaptionsDraft>;

interface CaptionsDraftDialogProps {
  archiveId: string;
  draft: Draft;
  onClose: () => void;
}

/** Reviews the draft sentence by sentence. An emptied one is left out. */
export function CaptionsDraftDialog({ archiveId, draft: { cues, videoVersion }, onClose }: CaptionsDraftDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const [isEmpty, setIsEmpty] = useState(false);
  const { run, isRunning } = useEndpointMutation(putArchiveCaptions, { onError: showMessageFor });
  const publish = async (event: FormEvent) => {
    event.preventDefault();
    const texts = new FormData(event.currentTarget as HTMLFormElement).getAll('text').map(String);
    const vtt = writeVtt(cues.map((cue, index) => ({ ...cue, text: texts[index] ?? '' })));
    setIsEmpty(vtt === null);
    if (vtt === null) return;
    try {
      await run({ params: { id: archiveId }, body: { vtt, ...(videoVersion !== null && { draftOf: videoVersion }) } });
      toast.success('字幕を公開しました。');
      onClose();
    } catch {
      // Shown as a toast; the dialog keeps what was typed.
    }
  };
  return (
    <FormDialog
      title="字幕の下書きを確かめる"
      submitLabel="字幕を公開する"
      isDirty={isDirty}
      isSubmitting={isRunning}
      onSubmit={(event) => void publish(event)}
      onInput={() => setIsDirty(true)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p>聞き間違いを直してください。空にした行は、字幕に入りません。長い文は、公開するときに改行します。</p>
        {isEmpty && (
          <p className={styles.refusal} role="alert">
            字幕を1つ以上残してください。
          </p>
        )}
        {cues.map(({ start, text }, index) => (
          <TextArea
            key={index}
            name="text"
            label={formatLength(start)}
            rows={2}
            maxLength={MAX_CAPTION_LINE_LENGTH}
            defaultValue={text}
          />
        ))}
      </div>
    </FormDialog>
  );
}
