import { zodResolver } from '@hookform/resolvers/zod';
import type { Category } from '@manabiba/shared/contract/categories';
import { type ApiError, isApiError, toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ClassroomFields } from './classroom-fields';
import { classroomFormSchema, type ClassroomFormValues } from './classroom-form.schema';

interface ClassroomFormDialogProps {
  title: string;
  submitLabel: string;
  categories: Category[];
  initialValues: ClassroomFormValues;
  /** The start of a classroom that is there already: kept, it need not lie ahead. */
  keptStart?: string;
  isAllUsersForced: boolean;
  isStartFixed?: boolean;
  /** Sends the form. What it rejects with is told; everything typed stays. */
  onSubmit: (values: ClassroomFormValues) => Promise<void>;
  /** Something has been typed or chosen. */
  onInput?: () => void;
  /** Sentence for a refusal that is not about the input. */
  failureSentence: (error: ApiError) => string;
  onClose: () => void;
}

/** The dialog of a classroom's form. Closing it with changes asks first. */
export function ClassroomFormDialog(props: ClassroomFormDialogProps) {
  const {
    title,
    submitLabel,
    categories,
    initialValues,
    keptStart,
    isAllUsersForced,
    isStartFixed,
    onSubmit,
    onInput,
    failureSentence,
    onClose,
  } = props;
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm<ClassroomFormValues>({
    defaultValues: initialValues,
    mode: 'onTouched',
    resolver: zodResolver(classroomFormSchema({ now: () => new Date(), keptStart })),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.code === 'invalid' ? error.message : failureSentence(error));
      if (error.code === 'invalid') markFields(error.fields);
    }
  });

  function markFields(fields: Readonly<Record<string, string>>) {
    const names = Object.keys(initialValues) as (keyof ClassroomFormValues)[];
    const wrong = names.filter((name) => fields[name] !== undefined);
    wrong.forEach((name, index) => form.setError(name, { message: fields[name] }, { shouldFocus: index === 0 }));
  }

  const close = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        title={title}
        isBusy={isSubmitting}
        onInput={onInput}
        onSubmit={(event) => void submit(event)}
        footer={
          <>
            <Button disabled={isSubmitting} onClick={close}>
              キャンセル
            </Button>
            <Button type="submit" variant="primary" isLoading={isSubmitting}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <ClassroomFields
          form={form}
          categories={categories}
          isAllUsersForced={isAllUsersForced}
          isStartFixed={isStartFixed}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onClose}
        title="入力した内容を破棄しますか"
        confirmLabel="破棄する"
        cancelLabel="入力を続ける"
        isDanger
      >
        このまま閉じると、入力した内容は保存されません。
      </ConfirmDialog>
    </>
  );
}
