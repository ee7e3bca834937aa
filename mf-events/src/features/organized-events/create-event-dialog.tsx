import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_EVENT_DAYS_AHEAD } from '@manabiba/shared/contract/limits';
import { createEvent } from '@manabiba/shared/data/endpoints';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { addHours } from 'date-fns';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { failureSentence } from '../../core/organizing/form-errors';
import { CategoryField, TitleField } from '../../core/organizing/title-and-category';
import { createEventSchema, type CreateEventValues, newEventValues, toCreateEventInput } from './create-event.schema';

import styles from './organized-events.module.css';

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
  const { form, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: newEventValues(categories[0]?.id ?? '', openedAt),
    mode: 'onTouched',
    schema: createEventSchema,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async (values) => {
      const { id } = await run({ body: toCreateEventInput(values) });
      void navigate(paths.editEvent.href({ id }));
    },
  });
  return (
    <FormDialog
      title="イベントをつくる"
      submitLabel="下書きをつくる"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
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
  const span = { min: openedAt, max: addHours(openedAt, MAX_EVENT_DAYS_AHEAD * 24) };
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
