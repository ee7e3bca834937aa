import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { addSeriesDates } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { type FormEvent, useState } from 'react';

import { OwnClassChoice } from './own-class-choice';

import styles from './series.module.css';

/** Adds classes and events of its host to a series. */
export function AddDatesDialog({
  series: { id, isHost, host },
  onClose,
}: {
  series: SeriesDetail;
  onClose: () => void;
}) {
  const [selected, setSelected] = useState<string[]>([]);
  const { run, isRunning, error } = useEndpointMutation(addSeriesDates, {
    onSuccess: () => {
      toast.success('回を追加しました。');
      onClose();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run({ params: { id }, body: { classroomIds: selected } }).catch(() => undefined);
  };
  return (
    <FormDialog
      title="回を追加する"
      submitLabel="追加する"
      isDirty={selected.length > 0}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.form}>
        {error && !error.fields.classroomIds && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        <OwnClassChoice
          hostId={isHost ? undefined : host.id}
          selected={selected}
          onChange={setSelected}
          error={error?.fields.classroomIds}
        />
      </div>
    </FormDialog>
  );
}
