import { zodResolver } from '@hookform/resolvers/zod';
import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_EVENT_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { createEvent } from '@manabiba/shared/data/endpoints';
import { paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { DateTimeField } from '@manabiba/shared/ui/date-time-field';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';

import { failureSentence, markFields } from '../../core/organizing/form-errors';
import { CategoryField, TitleField } from '../../core/organizing/title-and-category';
import { createEventSchema, type CreateEventValues, newEventValues, toCreateEventInput } from './create-event.schema';

import styles from './organized-events.module.css';

const DAY_MS = 86_400_000;

interface CreateEventDialogProps {
  /** At least one. */
  categories: readonly Category[];
  onClose: () => void;
}

/** Creates a draft event, which then opens in the editor. Closing the dialog with changes asks for confirmation. */
export function CreateEventDialog({ categories, onClose }: CreateEventDialogProps) {
  const navigate = useNavigate();
  const { run } = useEndpointMutation(createEvent);
  const [openedAt] = useState(() => new Date());
  const form = useForm<CreateEventValues>({
    defaultValues: newEventValues(categories[0]?.id ?? '', openedAt),
    mode: 'onTouched',
    resolver: zodResolver(createEventSchema),
  });
  const { isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { id } = await run({ body: toCreateEventInput(values) });
      void navigate(paths.editEvent.href({ id }));
    } catch (error) {
      toast.error(failureSentence(error));
      markFields(form, error);
    }
  });
  return (
    <FormDialog
      title="イベントをつくる"
      submitLabel="下書きをつくる"
      isDirty={isDirty}
      isSubmitting={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Fields form={form} categories={categories} openedAt={openedAt} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: UseFormReturn<CreateEventValues>;
  categories: readonly Category[];
  openedAt: Date;
}

function Fields({ form, categories, openedAt }: FieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const span = { min: openedAt, max: new Date(openedAt.getTime() + MAX_EVENT_DAYS_AHEAD * DAY_MS) };
  return (
    <div className={styles.fields}>
      <TitleField error={errors.title?.message} {...register('title')} />
      <CategoryField categories={categories} error={errors.categoryId?.message} {...register('categoryId')} />
      <div className={styles.pair}>
        <DateTimeField {...register('startAt')} label="開始日時" error={errors.startAt?.message} {...span} />
        <DateTimeField {...register('endAt')} label="終了日時" error={errors.endAt?.message} {...span} />
      </div>
      <p className={styles.note}>
        表紙、説明、チケットは、このあとの画面で入力します。公開するまで、ほかの方には表示されません。
      </p>
    </div>
  );
}
