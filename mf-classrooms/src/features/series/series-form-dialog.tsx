import {
  MAX_CLASSROOM_DESCRIPTION_LENGTH,
  MAX_CLASSROOM_NAME_LENGTH,
  MAX_SERIES_DISCOUNT_PERCENT,
} from '@manabiba/shared/contract/limits';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { createSeries, updateSeries } from '@manabiba/shared/data/endpoints';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { isSignedIn, paths, toast, useEndpointMutation, useMe, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { useCategories } from '../../core/classroom/use-categories';
import { OwnClassChoice } from './own-class-choice';

import styles from './series.module.css';

interface SeriesFormDialogProps {
  /** Absent for a new one. */
  series?: SeriesDetail;
  onClose: () => void;
}

/** 連続講座をつくる, of own classes and events, or its texts and its discount to be changed. */
export function SeriesFormDialog({ series, onClose }: SeriesFormDialogProps) {
  const { categories } = useCategories();
  const [title, setTitle] = useState(series?.title ?? '');
  const [description, setDescription] = useState(series?.description ?? '');
  const [categoryId, setCategoryId] = useState(series?.categoryId ?? '');
  const [percent, setPercent] = useState(series?.discountPercent ? String(series.discountPercent) : '');
  const [selected, setSelected] = useState<string[]>([]);
  const [isDirty, setIsDirty] = useState(false);
  const canSell = useCanSell(series);
  const { save, isRunning, error } = useSave(series, onClose);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(
      {
        title,
        description,
        categoryId: categoryId || (categories[0]?.id ?? ''),
        // What is no number is refused at its field.
        ...(canSell && { discountPercent: percent.trim() === '' ? 0 : parseWholeNumber(percent) }),
      },
      selected,
    );
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
        {canSell && (
          <TextField
            label="まとめて購入の割引(%、任意)"
            hint={`有料のイベントを2回以上まとめて購入する方への割引です。${MAX_SERIES_DISCOUNT_PERCENT}%まで設定でき、0にすると割引しません。購入後に一部の回だけ取り消しても、残りの回は割引のままです。`}
            inputMode="numeric"
            autoComplete="off"
            value={percent}
            error={fields.discountPercent}
            onChange={(event) => setPercent(event.target.value)}
          />
        )}
        {!series && <OwnClassChoice selected={selected} onChange={setSelected} error={fields.classroomIds} />}
      </div>
    </FormDialog>
  );
}

interface SeriesFields {
  title: string;
  description: string;
  categoryId: string;
  discountPercent?: number;
}

/** Whether the viewer, as the host, sells events: professionals do, and whoever has set a discount already. */
function useCanSell(series: SeriesDetail | undefined): boolean {
  const me = useMe();
  if (series) return series.isHost && (series.host.isProfessional || series.discountPercent > 0);
  return isSignedIn(me) && me.isProfessional;
}

/** Creates a series and leads to its page, or saves what is changed of one. */
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
  const save = (body: SeriesFields, classroomIds: string[]) => {
    const call: Promise<unknown> = series
      ? update.run({ params: { id: series.id }, body })
      : create.run({ body: { ...body, classroomIds } });
    // The dialog shows the error.
    call.catch(() => undefined);
  };
  return { save, isRunning: create.isRunning || update.isRunning, error: create.error ?? update.error };
}
