import { MAX_CLASSROOM_DESCRIPTION_LENGTH, MAX_CLASSROOM_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { createSeries, updateSeries } from '@manabiba/shared/data/endpoints';
import { paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, useState } from 'react';

import { useCategories } from '../../core/classroom/use-categories';
import { OwnClassChoice } from './own-class-choice';

import styles from './series.module.css';

interface SeriesFormDialogProps {
  /** Absent for a new one. */
  series?: SeriesDetail;
  onClose: () => void;
}

/** 連続講座をつくる, of own classes, or its texts to be changed. */
export function SeriesFormDialog({ series, onClose }: SeriesFormDialogProps) {
  const { categories } = useCategories();
  const [title, setTitle] = useState(series?.title ?? '');
  const [description, setDescription] = useState(series?.description ?? '');
  const [categoryId, setCategoryId] = useState(series?.categoryId ?? '');
  const [selected, setSelected] = useState<string[]>([]);
  const [isDirty, setIsDirty] = useState(false);
  const { save, isRunning, error } = useSave(series, onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save({ title, description, categoryId: categoryId || (categories[0]?.id ?? '') }, selected);
  };
  const fields = error?.fields ?? {};
  return (
    <FormDialog
      title={series ? '連続講座を編集' : '連続講座をつくる'}
      submitLabel={series ? '保存する' : '作成する'}
      isDirty={isDirty}
      isSubmitting={isRunning}
      onInput={() => setIsDirty(true)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.form}>
        {error && Object.keys(fields).length === 0 && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        <TextArea
          label="タイトル"
          isTitle
          maxCharacters={MAX_CLASSROOM_NAME_LENGTH}
          value={title}
          error={fields.title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label="説明(任意)"
          rows={4}
          maxCharacters={MAX_CLASSROOM_DESCRIPTION_LENGTH}
          value={description}
          error={fields.description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Select
          label="カテゴリー"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={categoryId || categories[0]?.id}
          error={fields.categoryId}
          onChange={(event) => setCategoryId(event.target.value)}
        />
        {!series && <OwnClassChoice selected={selected} onChange={setSelected} error={fields.classroomIds} />}
      </div>
    </FormDialog>
  );
}

interface SeriesTexts {
  title: string;
  description: string;
  categoryId: string;
}

/** Creates a series and leads to its page, or saves the texts of one. */
function useSave(series: SeriesDetail | undefined, onClose: () => void) {
  const navigate = useNavigate();
  const create = useEndpointMutation(createSeries, {
    onSuccess: ({ id }) => {
      toast.success('連続講座を作成しました。');
      onClose();
      void navigate(paths.series.href({ id }));
    },
  });
  const update = useEndpointMutation(updateSeries, {
    onSuccess: () => {
      toast.success('連続講座を保存しました。');
      onClose();
    },
  });
  const save = (body: SeriesTexts, classroomIds: string[]) => {
    const call: Promise<unknown> = series
      ? update.run({ params: { id: series.id }, body })
      : create.run({ body: { ...body, classroomIds } });
    // The dialog shows the error.
    call.catch(() => undefined);
  };
  return { save, isRunning: create.isRunning || update.isRunning, error: create.error ?? update.error };
}
